// Downloads with only the product's HTTP client, without checks, counting or progress: SERVER FILE [gzip]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Agent, request } from 'undici';

/** Same write size as in the product, so that only the client differs. */
const writeSize = 1024 * 1024;

const [serverProgram = '', file = '', coding = ''] = process.argv.slice(2);
const server = fork(serverProgram, [file, coding, '0', '0']);
const [{ port }] = await once(server, 'message');
const folder = mkdtempSync(join(tmpdir(), 'app-errors-bench-'));
const output = join(folder, 'records.csv');
const dispatcher = new Agent();
const cpu = process.cpuUsage();
const started = performance.now();
const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher });
const written = createWriteStream(output, { highWaterMark: writeSize });
await (coding === 'gzip' ? pipeline(body, createGunzip(), written) : pipeline(body, written));
const ms = performance.now() - started;
const { user, system } = process.cpuUsage(cpu);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, bytes: statSync(output).size }));
await dispatcher.close();
rmSync(folder, { recursive: true });
server.disconnect();
