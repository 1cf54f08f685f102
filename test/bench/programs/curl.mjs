// Downloads with curl and prints curl's own time, which excludes its startup: SERVER FILE [gzip] [MEGABITS]
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [serverProgram = '', file = '', coding = '', megabits = '0'] = process.argv.slice(2);
const server = fork(serverProgram, [file, coding, '0', megabits]);
const [{ port }] = await once(server, 'message');
const folder = mkdtempSync(join(tmpdir(), 'app-errors-bench-'));
const output = join(folder, 'records.csv');
const options = coding === 'gzip' ? ['--compressed'] : [];
const told = execFileSync(
	'curl',
	['--silent', '--fail', ...options, '--write-out', '%{time_total}', '--output', output, `http://127.0.0.1:${port}/`],
	{ encoding: 'utf8' },
);
console.log(JSON.stringify({ ms: Number(told) * 1000, bytes: statSync(output).size }));
rmSync(folder, { recursive: true });
server.disconnect();
