// SPDX-License-Identifier: GPL-3.0-or-later
// As much of WASI as a program needs that prints and ends. `program` (base64) and `args` come before this in the page.
const out = document.getElementById('out');
const decoder = new TextDecoder();
let memory;

class Exit extends Error {
  constructor(code) {
    super('exit');
    this.code = code;
  }
}

function view() {
  return new DataView(memory.buffer);
}

const calls = {
  args_sizes_get(count, bytes) {
    view().setUint32(count, args.length, true);
    view().setUint32(bytes, args.reduce((sum, text) => sum + text.length + 1, 0), true);
    return 0;
  },
  args_get(pointers, text) {
    for (const [k, argument] of args.entries()) {
      view().setUint32(pointers + 4 * k, text, true);
      for (const letter of argument + '\0') view().setUint8(text++, letter.charCodeAt(0));
    }
    return 0;
  },
  fd_write(fd, vectors, count, written) {
    let total = 0;
    for (let k = 0; k < count; k++) {
      const at = view().getUint32(vectors + 8 * k, true);
      const size = view().getUint32(vectors + 8 * k + 4, true);
      out.textContent += decoder.decode(new Uint8Array(memory.buffer, at, size));
      total += size;
    }
    view().setUint32(written, total, true);
    return 0;
  },
  proc_exit(code) {
    throw new Exit(code);
  },
};
const unsupported = () => 52; // ENOSYS

const bytes = Uint8Array.from(atob(program), (letter) => letter.charCodeAt(0));
const module = new WebAssembly.Module(bytes);
const imports = {};
for (const { name } of WebAssembly.Module.imports(module)) imports[name] = calls[name] ?? unsupported;
const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: imports });
memory = instance.exports.memory;
let code = 0;
try {
  instance.exports._start();
} catch (error) {
  if (!(error instanceof Exit)) out.textContent += error;
  code = error instanceof Exit ? error.code : 70;
}
out.textContent += `exit ${code}\n`;
