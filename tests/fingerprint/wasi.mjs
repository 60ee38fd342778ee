// SPDX-License-Identifier: GPL-3.0-or-later
// Runs a WASI program under node: node wasi.mjs PROGRAM.wasm ARGUMENTS...
import { readFile } from 'node:fs/promises';
import { WASI } from 'node:wasi';

const [path, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: [path, ...rest], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(path), wasi.getImportObject());
process.exitCode = wasi.start(instance);
