// @ts-check
/** The line to the server: the view by HTTP, commands by POST, what happens by WebSocket, which mends itself. */

import { say } from "../say.js";

/**
 * @typedef {import("./types.js").TableView} TableView
 * @typedef {import("./types.js").Happening} Happening
 * @typedef {import("./types.js").Preview} Preview
 *
 * @typedef {object} Answer what the server said to a command
 * @property {boolean} ok
 * @property {number} status 0 if it could not be reached
 * @property {number | null} version
 * @property {string} error a sentence; empty if it is done
 *
 * @typedef {object} Ears who listens to the stream
 * @property {(view: TableView, events: Happening[]) => void} arrived
 * @property {(online: boolean[]) => void} presence
 * @property {(build: string, version: number) => void} hello
 * @property {(link: "on" | "late" | "off") => void} link
 * @property {(version: number) => void} passed something happened that this seat does not see
 * @property {() => number} version what the page has seen
 */

/** Milliseconds: no frame for so long means the line is dead; the server gives a sign of life every 20 s. */
const SILENCE = 50_000;
/** Milliseconds for which a hint is waited for. */
const HINT = 10_000;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;

/** One table's line. */
export class Line {
  /**
   * @param {string} table
   * @param {Ears} ears
   */
  constructor(table, ears) {
    this.base = `/t/${encodeURIComponent(table)}`;
    this.ears = ears;
    /** @type {number | null} */
    this.as = null;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.tries = 0;
    this.wanted = false;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {number | undefined} */
    this.watch = undefined;
  }

  /** @returns {string} the query that names the seat, if one was chosen */
  #who() {
    return this.as === null ? "" : `as=${this.as}`;
  }

  /** The view now. @returns {Promise<TableView | Answer>} */
  async view() {
    return this.#get(`${this.base}/view?${this.#who()}`);
  }

  /**
   * What own paths would be worth with a card on each open cell; null if the table does not say.
   * @param {number} seat
   * @param {string} card
   * @returns {Promise<Preview | null>}
   */
  async preview(seat, card) {
    const told = await this.#get(`${this.base}/preview?seat=${seat}&card=${card}`);
    return "cells" in told ? told : null;
  }

  /**
   * @param {string} url
   * @returns {Promise<any>}
   */
  async #get(url) {
    try {
      const answer = await fetch(url, { headers: { accept: "application/json" }, cache: "no-store" });
      return answer.ok ? await answer.json() : failed(answer.status, await sentenceOf(answer));
    } catch {
      return failed(0, say("The server cannot be reached. This page tries again by itself."));
    }
  }

  /**
   * Send a command; the same id may be sent twice and is done once.
   * @param {object} command without version and id
   * @param {number} expected the version it was chosen at
   * @param {string} id
   * @returns {Promise<Answer>}
   */
  async send(command, expected, id) {
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await fetch(`${this.base}/commands`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ expected, id, ...command }),
        });
        const told = await answer.json().catch(() => ({}));
        const error = answer.ok ? "" : told.error ?? say("The server answered {status}.", { status: answer.status });
        return { ok: answer.ok, status: answer.status, version: told.version ?? null, error };
      } catch {
        if (attempt === 3) return failed(0, say("The server cannot be reached. Nothing is lost; try again in a moment."));
        await pause(300 * 2 ** attempt);
      }
    }
  }

  /** Advice on the choice that is due, or a sentence. @param {URLSearchParams} asked @returns {Promise<import("./types.js").Advice | {error: string}>} */
  async hint(asked) {
    try {
      const answer = await fetch(`${this.base}/hint?${asked}`, { signal: AbortSignal.timeout(HINT) });
      return answer.ok ? await answer.json() : { error: await sentenceOf(answer) };
    } catch {
      return { error: say("The server cannot be reached.") };
    }
  }

  /** A new personal link to a seat, for another device; older ones are void then. @param {number} seat @returns {Promise<string>} the link, or a sentence */
  async link(seat) {
    try {
      const answer = await fetch(`${this.base}/link`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ seat }) });
      return answer.ok ? new URL((await answer.json()).url, location.href).href : await sentenceOf(answer);
    } catch {
      return say("The server cannot be reached.");
    }
  }

  /** Open the stream, and keep it open. */
  listen() {
    this.wanted = true;
    this.#open();
  }

  /** Close the stream for good, or until `listen`. */
  hush() {
    this.wanted = false;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  /**
   * Something suggests that the line is back, such as a wake-up: do not wait any longer.
   * @param {boolean} [anew] even if the socket seems open: after a lost network it may be dead
   */
  hurry(anew = false) {
    if (!this.wanted || (!anew && this.socket?.readyState === WebSocket.OPEN)) return;
    this.tries = 0;
    this.#open();
  }

  #open() {
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = [`since=${this.ears.version()}`, this.#who()].filter(Boolean).join("&");
    const socket = new WebSocket(`${scheme}://${location.host}${this.base}/stream?${query}`);
    this.socket = socket;
    this.#alive(socket);
    socket.onmessage = (message) => {
      if (socket === this.socket) this.#frame(socket, JSON.parse(message.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.#again();
    };
  }

  /** @param {WebSocket} socket */
  #alive(socket) {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => socket.close(), SILENCE);
  }

  /**
   * @param {WebSocket} socket
   * @param {any} frame
   */
  #frame(socket, frame) {
    this.#alive(socket);
    if (frame.hello) {
      this.tries = 0;
      this.ears.link("on");
      this.ears.hello(frame.hello.build, frame.hello.version);
    } else if (frame.presence) this.ears.presence(frame.presence);
    else if (frame.view) this.ears.arrived(frame.view, frame.events ?? []);
    else if (frame.v) this.ears.passed(frame.v);
  }

  #again() {
    this.socket = null;
    clearTimeout(this.watch);
    if (!this.wanted) return;
    this.ears.link(navigator.onLine ? "late" : "off");
    const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries++);
    this.timer = setTimeout(() => {
      if (this.tries > 2) this.#look();
      this.#open();
    }, longest * (0.5 + Math.random() / 2));
  }

  /** Where no stream gets through, as behind a proxy that refuses sockets, ask for what is new instead. */
  async #look() {
    const told = await this.view();
    if (this.wanted && !("error" in told) && told.v > this.ears.version()) this.ears.arrived(told, told.recent ?? []);
  }
}

/**
 * @param {number} status
 * @param {string} error
 * @returns {Answer}
 */
function failed(status, error) {
  return { ok: false, status, version: null, error };
}

/** @param {Response} answer */
async function sentenceOf(answer) {
  const told = await answer.json().catch(() => null);
  return told?.error ?? say("The server answered {status}.", { status: answer.status });
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((done) => setTimeout(done, ms));
}
