import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { FieldTable } from '../../../../src/core/plan/fields';
import { curlCommand } from '../../../../src/core/service/curl';
import { Connections } from '../../../../src/core/service/dispatcher';
import { exportUrl } from '../../../../src/core/service/exportRequest';
import { createTransport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { serve } from '../../../support/network/loopback';
import { skipBecause } from '../../../support/skipBecause';
import { getBytes } from './expectations';
import { makeQuestion } from './questions';

const run = promisify(execFile);

function works(command: string, argument: string): boolean {
	try {
		execFileSync(command, [argument, ''], { stdio: 'ignore' });
		return true;
	} catch {
		return false;
	}
}

describe('curlCommand()', () => {
	it('creates a readable curl command without the token', () => {
		assert.equal(
			curlCommand('https://api.example/x?a=b', 'errors.csv'),
			[
				`printf 'Authorization: OAuth %s\\n' "$APP_ERRORS_TOKEN" | curl --header @- \\`,
				'  --globoff --compressed \\',
				"  --output 'errors.csv' \\",
				"  'https://api.example/x?a=b'",
			].join('\n'),
		);
	});

	it('creates curl commands for Windows shells', () => {
		assert.equal(
			curlCommand("https://api.example/x?a=it's&b=[1]", 'errors.csv', 'powerShell'),
			[
				`"Authorization: OAuth $env:APP_ERRORS_TOKEN" | curl.exe --header '@-' \``,
				'  --globoff --compressed `',
				"  --output 'errors.csv' `",
				"  'https://api.example/x?a=it''s&b=[1]'",
			].join('\n'),
		);
		assert.equal(
			curlCommand('https://api.example/x?a=b&c=%20', 'errors.csv', 'cmd'),
			[
				'echo Authorization: OAuth %APP_ERRORS_TOKEN%| curl --header @- ^',
				'  --globoff --compressed ^',
				'  --output "errors.csv" ^',
				'  "https://api.example/x?a=b&c=%20"',
			].join('\n'),
		);
	});

	describe('curl command executed in a shell', () => {
		let folder: string;

		before(function () {
			if (!works('curl', '--version')) {
				skipBecause(this, 'curl is required.');
			}
			folder = mkdtempSync(join(tmpdir(), 'app-errors-curl-'));
		});
		after(() => folder && rmSync(folder, { recursive: true }));

		const body = 'error_id\n1\n';
		const values = [
			`it's "quoted" (or) [a-c] {x,y} *all*! $HOME \`id\` \\ ;|<>&#?+%41`,
			"'; touch gone; '",
			'日本語 🙂\nline',
		];
		for (const shell of ['bash', 'sh']) {
			for (const prefix of ['', "/it's/[a-b]/{x,y}/$HOME"]) {
				for (const value of values) {
					it(`sends the same request with curl from ${shell} as the extension: ${prefix} ${JSON.stringify(value)}`, async function () {
						if (!works(shell, '-c')) {
							skipBecause(this, `${shell} is required.`);
						}
						await using server = await serve((_request, response) => {
							response.setHeader('Content-Encoding', 'gzip');
							response.end(gzipSync(body));
						});
						await using connections = new Connections(defaultNetwork, {});
						const question = makeQuestion({ filters: [{ field: 'error_name', value }] });
						const url = exportUrl(new URL(server.url + prefix).href, question, new FieldTable());
						const file = join(folder, `it's $${shell}.csv`);

						await run(shell, ['-c', curlCommand(url, file)], {
							cwd: folder,
							env: { PATH: process.env['PATH'], APP_ERRORS_TOKEN: 'a-token', NO_PROXY: '*' },
						});
						using answer = await createTransport(connections, () => {})(
							{ url, token: 'a-token' },
							new AbortController().signal,
						);

						const stdout = execFileSync(shell, ['-c', `curl() { echo "$@"; }\n${curlCommand(url, file)}`], {
							env: { APP_ERRORS_TOKEN: 'a-token' },
						});
						assert.doesNotMatch(stdout.toString(), /a-token/, 'no argument contains the token');
						assert.equal((await getBytes(answer.body.chunks)).toString(), body);
						assert.equal(readFileSync(file, 'utf8'), body, 'curl unpacks the body');
						const [theirs, ours] = server.requests;
						assert.ok(theirs && ours);
						assert.equal(ours.method, theirs.method);
						assert.equal(ours.url, theirs.url);
						assert.equal(ours.httpVersion, theirs.httpVersion);
						assert.equal(ours.headers.authorization, theirs.headers.authorization);
						assert.equal(ours.headers.host, theirs.headers.host);
						assert.equal(new URL(ours.url ?? '', server.url).searchParams.get('error_name'), value);
					});
				}
			}
		}
	});
});
