// What stands between the worker and a script. Everything used after the script has run is taken
// here, before it runs, so that a patched prototype or toJSON spoils only the script's own answers.
// Values leave as text in the worker's own wire form, put together without a call into objects.
(function (print, random) {
  "use strict";
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { isInteger, isSafeInteger } = Number;
  const { apply, construct, getPrototypeOf, ownKeys, getOwnPropertyDescriptor } = Reflect;
  const { is, defineProperty, create, freeze } = Object;
  const functionText = Function.prototype.toString;
  const slice = String.prototype.slice;
  const startsWith = String.prototype.startsWith;
  const bigText = BigInt.prototype.toString;
  const iterator = Symbol.iterator;
  const asNumber = Number;
  const asText = String;
  const ErrorOf = Error;
  const ProxyOf = Proxy;
  const isView = ArrayBuffer.isView;
  const plain = Object.prototype;
  const listed = Array.prototype;
  const failed = Error.prototype;
  const MapOf = Map.prototype;
  const SetOf = Set.prototype;
  const { forEach: eachOfMap } = MapOf;
  const { forEach: eachOfSet } = SetOf;

  const MAX_ITEMS = 64;
  const MAX_DEPTH = 6;
  const MAX_TEXT = 400;

  // ---------------------------------------------------------------- values to text

  const opaque = (name) => `{"o":${stringify(apply(slice, name, [0, 60]))}}`;

  function text(value) {
    return value.length <= MAX_TEXT ? stringify(value) : opaque(`string of ${value.length} characters`);
  }

  function number(value) {
    if (isSafeInteger(value)) return "" + (is(value, -0) ? 0 : value);
    if (isInteger(value)) return `{"i":"${apply(bigText, BigInt(value), [16])}"}`;
    return `{"f":"${value === Infinity ? "inf" : value === -Infinity ? "-inf" : value}"}`;
  }

  function nameOf(value) {
    try {
      const made = getOwnPropertyDescriptor(getPrototypeOf(value), "constructor");
      const name = made && getOwnPropertyDescriptor(made.value, "name");
      return name && typeof name.value === "string" ? name.value : "object";
    } catch {
      return "object";
    }
  }

  function encode(value, depth) {
    switch (typeof value) {
      case "undefined":
        return "null";
      case "boolean":
        return value ? "true" : "false";
      case "string":
        return text(value);
      case "number":
        return number(value);
      case "bigint":
        return `{"i":"${apply(bigText, value, [16])}"}`;
      case "object":
        return value === null ? "null" : container(value, depth);
      default:
        return opaque(typeof value);
    }
  }

  function container(value, depth) {
    if (depth >= MAX_DEPTH) return opaque(nameOf(value));
    if (isArray(value) || isView(value)) return items(value, value.length, depth);
    const kind = getPrototypeOf(value);
    if (kind === MapOf) return `{"d":[${inside(eachOfMap, value, (v, k) => pair(k, v, depth))}]}`;
    if (kind === SetOf) return `{"s":[${inside(eachOfSet, value, (v) => encode(v, depth + 1))}]}`;
    if (kind === plain || kind === null) return record(value, depth);
    if (typeof value.next === "function" && typeof value[iterator] === "function") {
      return `{"y":${drained(value, depth)}}`;
    }
    return opaque(nameOf(value));
  }

  function items(value, length, depth) {
    if (!(length <= MAX_ITEMS)) return opaque(`${nameOf(value)} of ${length} items`);
    let out = "";
    for (let n = 0; n < length; n += 1) out += (n ? "," : "") + encode(value[n], depth + 1);
    return `[${out}]`;
  }

  const pair = (key, value, depth) => `[${encode(key, depth + 1)},${encode(value, depth + 1)}]`;

  function inside(each, value, one) {
    let out = "";
    let count = 0;
    apply(each, value, [
      (first, second) => {
        count += 1;
        if (count <= MAX_ITEMS) out += (out ? "," : "") + one(first, second);
      },
    ]);
    return out;
  }

  function record(value, depth) {
    const keys = ownKeys(value);
    let out = "";
    for (let n = 0; n < keys.length && n < MAX_ITEMS; n += 1) {
      if (typeof keys[n] === "string") out += (out ? "," : "") + pair(keys[n], value[keys[n]], depth);
    }
    return `{"d":[${out}]}`;
  }

  function drained(value, depth) {
    let out = "";
    for (let n = 0; n <= MAX_ITEMS; n += 1) {
      const step = value.next();
      if (step.done) break;
      out += (n ? "," : "") + encode(step.value, depth + 1);
    }
    return `[${out}]`;
  }

  // ---------------------------------------------------------------- text to values

  const held = create(null);
  let holding = 0;

  function decode(data) {
    if (typeof data !== "object" || data === null) return data;
    if (isArray(data)) {
      for (let n = 0; n < data.length; n += 1) data[n] = decode(data[n]);
      return data;
    }
    if (data.h !== undefined) return held[data.h];
    if (data.f !== undefined) return asNumber(data.f);
    const made = {};
    for (let n = 0; n < data.d.length; n += 1) {
      const value = decode(data.d[n][1]);
      defineProperty(made, data.d[n][0], own(value));
    }
    return made;
  }

  function own(value) {
    const made = create(null);
    made.value = value;
    made.writable = made.enumerable = made.configurable = true;
    return made;
  }

  // A value that is an object of the script's own class stays here; what leaves is its number.
  function keepOrEncode(value) {
    if (typeof value === "object" && value !== null && !isArray(value)) {
      const kind = getPrototypeOf(value);
      const own = kind !== plain && kind !== null && kind !== MapOf && kind !== SetOf;
      if (own && !isView(value) && typeof value.next !== "function") {
        holding += 1;
        held[holding] = value;
        return `{"k":${holding},"of":${stringify(apply(slice, nameOf(value), [0, 60]))}}`;
      }
    }
    return encode(value, 0);
  }

  // ---------------------------------------------------------------- what a page or Node would give

  // Answers every use of itself with itself: a script may set up its buttons or its prompt with it.
  function inert() {
    const handler = create(null);
    const nothing = new ProxyOf(function () {}, handler);
    handler.get = (target, key) => {
      if (key === Symbol.toPrimitive) return () => "";
      if (key === iterator) return function* () {};
      return key === "then" || key === "next" ? undefined : key === "length" ? 0 : nothing;
    };
    handler.apply = handler.construct = () => nothing;
    handler.set = () => true;
    return nothing;
  }

  const nothing = inert();
  const asShown = (value) => {
    try {
      if (typeof value === "string") return value;
      return typeof value === "object" ? stringify(value) : asText(value);
    } catch {
      return "?";
    }
  };
  function say(...values) {
    let line = "";
    for (let n = 0; n < values.length; n += 1) line += (n ? " " : "") + asShown(values[n]);
    print(apply(slice, line, [0, 20000]) + "\n");
  }
  const hide = (name, value) => {
    const made = own(value);
    made.enumerable = false;
    defineProperty(globalThis, name, made);
  };
  hide("console", {
    log: say, info: say, warn: say, error: say, debug: say, table: say, trace: say, dir: say,
    clear() {}, group: say, groupEnd() {}, time() {}, timeEnd() {}, assert() {}, count() {},
  });
  for (const name of ["document", "window", "self", "localStorage", "sessionStorage", "fetch"]) {
    hide(name, nothing);
  }
  hide("process", {
    argv: [], env: {}, exit() {}, on() {}, platform: "linux", stdin: nothing,
    stdout: { write: (value) => print(asShown(value)) },
  });
  for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) hide(name, () => 0);
  for (const name of ["alert", "clearTimeout", "clearInterval", "addEventListener"]) hide(name, () => {});
  hide("prompt", () => null);
  hide("confirm", () => false);
  hide("structuredClone", (value) => decode(parse(encodeClone(value))));
  Math.random = () => random();

  function encodeClone(value) {
    return encode(value, 0);
  }

  const LIBRARY = create(null);
  for (const name of ["readline", "readline/promises", "prompt-sync", "assert", "util", "events"]) {
    LIBRARY[name] = nothing;
  }
  LIBRARY.perf_hooks = { performance };

  // ---------------------------------------------------------------- files of the submission

  const files = create(null); // name to how to run it, what it exports and how to reach its names

  function pathFrom(name, wanted) {
    const parts = name.split("/");
    parts.pop();
    for (const part of wanted.split("/")) {
      if (part === "..") parts.pop();
      else if (part !== ".") parts.push(part);
    }
    return parts.join("/");
  }

  function requireFrom(name) {
    return (wanted) => {
      const path = pathFrom(name, asText(wanted));
      const stem = path.replace(/\.[cm]?[jt]s$/, "");
      for (const found of [path, ...[".js", ".ts", ".mjs", ".cjs", "/index.js", "/index.ts"].map((s) => stem + s)]) {
        if (files[found]) return exportsOf(found);
      }
      const known = LIBRARY[asText(wanted).replace(/^node:/, "")];
      if (known) return known;
      throw new ErrorOf(`Cannot find module '${wanted}'`);
    };
  }

  function exportsOf(name) {
    const file = files[name];
    run(name);
    const given = file.module.exports;
    for (const [outer, inner] of file.exported) {
      if (typeof given === "object" && given !== null && !(outer in given)) {
        defineProperty(given, outer, own(file.reach(inner, false)));
      }
    }
    return given;
  }

  function run(name) {
    const file = files[name];
    if (file.begun) return;
    file.begun = true;
    if (file.broken) throw new SyntaxError(file.broken);
    const { module } = file;
    const expose = (reach) => {
      file.reach = reach;
    };
    apply(file.body, module.exports, [module.exports, requireFrom(name), module, name, "", expose]);
  }

  function find(name, at) {
    const file = files[name];
    try {
      return file.reach(at, false);
    } catch (error) {
      const { exports } = file.module;
      const found = exports && getOwnPropertyDescriptor(exports, at);
      if (found) return found.value;
      const other = exports && exports.default && getOwnPropertyDescriptor(exports.default, at);
      if (other) return other.value;
      throw error;
    }
  }

  const isClass = (value) => apply(startsWith, apply(functionText, value, []), ["class"]);

  // ---------------------------------------------------------------- the worker's side

  function told(error) {
    const read = (key) => {
      try {
        const value = error[key];
        return typeof value === "string" ? value : "";
      } catch {
        return "";
      }
    };
    if (typeof error !== "object" || error === null || !inherits(error)) {
      return `{"e":{"type":"throw","message":${text(asShown(error))},"stack":""}}`;
    }
    const name = apply(slice, read("name"), [0, 60]) || nameOf(error);
    const message = apply(slice, read("message"), [0, 300]);
    const stack = apply(slice, read("stack"), [0, 2000]);
    return `{"e":{"type":${stringify(name)},"message":${stringify(message)},"stack":${stringify(stack)}}}`;
  }

  function inherits(error) {
    for (let kind = getPrototypeOf(error), n = 0; kind && n < 20; kind = getPrototypeOf(kind), n += 1) {
      if (kind === failed) return true;
    }
    return false;
  }

  // No spread and no rest here: they go through an iterator, which a script can replace.
  const guarded = (act) => (one, two, three) => {
    try {
      return act(one, two, three);
    } catch (error) {
      return told(error);
    }
  };

  function answered(args, act) {
    let before = "";
    for (let n = 0; n < args.length; n += 1) before += (n ? "," : "") + seen(args[n]);
    const value = keepOrEncode(act());
    let after = "";
    for (let n = 0; n < args.length; n += 1) after += (n ? "," : "") + seen(args[n]);
    return before === after ? `{"v":${value}}` : `{"v":${value},"a":[${after}]}`;
  }

  const seen = (value) => (typeof value === "object" ? encode(value, 0) : "null");

  const worker = freeze({
    define(name, body, exported) {
      files[name] = { body, exported: parse(exported), module: { exports: {} }, reach: null };
    },
    broken(name, message) {
      files[name] = { broken: message, exported: [], module: { exports: {} }, reach: null };
    },
    load: guarded((name) => {
      run(name);
      return '{"v":null}';
    }),
    // kinds of names: "" where there is none
    kind(name, at) {
      try {
        const value = find(name, at);
        return typeof value === "function" ? (isClass(value) ? "class" : "function") : "value";
      } catch {
        return "";
      }
    },
    hasMethod(name, at, method) {
      try {
        return typeof find(name, at).prototype[method] === "function";
      } catch {
        return false;
      }
    },
    exports(name) {
      if (!files[name]) return "[]";
      const { exports } = files[name].module;
      let out = "";
      if (typeof exports !== "object" || exports === null) return "[]";
      for (const key of ownKeys(exports)) {
        const found = getOwnPropertyDescriptor(exports, key);
        if (typeof key === "string" && typeof found.value === "function") {
          out += (out ? "," : "") + text(key);
        }
      }
      return `[${out}]`;
    },
    call: guarded((name, at, given) => {
      const args = decode(parse(given));
      const value = find(name, at);
      return answered(args, () => (isClass(value) ? construct(value, args) : apply(value, undefined, args)));
    }),
    method: guarded((me, at, given) => {
      const args = decode(parse(given));
      const self = typeof me === "number" ? held[me] : me;
      return answered(args, () => apply(self[at], self, args));
    }),
    get: guarded((me, at) => `{"v":${keepOrEncode(held[me][at])}}`),
    set: guarded((me, at, given) => {
      held[me][at] = decode(parse(given))[0];
      return '{"v":null}';
    }),
    isMethod: (me, at) => typeof held[me][at] === "function",
    put(name, at, from, as) {
      const right = files[from].reach(as, false);
      const file = files[name];
      try {
        file.reach(at, false);
      } catch {
        const { exports } = file.module;
        if (typeof exports === "object" && exports !== null && at in exports) exports[at] = right;
        return;
      }
      file.reach(at, true, right);
    },
    putMethod(name, at, method, from, as) {
      find(name, at).prototype[method] = files[from].reach(as, false).prototype[method];
    },
  });
  return (what, one, two, three, four, five) => worker[what](one, two, three, four, five);
});
