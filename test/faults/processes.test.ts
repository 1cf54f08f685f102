import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { evidenceFolder, keep, secrets } from '../support/faults/run';
import { makePrivateRoot } from '../support/network/certificates';
import { answer, type Loopback, serve } from '../support/network/loopback';
import { skipBecause } from '../support/skipBecause';

describe('extension host in a separate process', () => {
	const root = makePrivateRoot();
	let service: Loopback;
	let rootFile: string;

	before(async () => {
		service = await serve(answer(200, '[{"id":1},{"id":2}]'), root.issue());
		const folder = evidenceFolder('roots');
		mkdirSync(folder, { recursive: true });
		rootFile = join(folder, 'root.pem');
		writeFileSync(rootFile, root.certificate);
	});
	after(() => service[Symbol.asyncDispose]());

	/** Passes the token on standard input, because other users can read command lines and environments. */
	function start(url: string, more: { args?: readonly string[]; environment?: NodeJS.ProcessEnv; setting?: string }) {
		const program = join(__dirname, 'programs', 'host.js');
		const child = spawn(process.execPath, [...(more.args ?? []), program, url, more.setting ?? 'true'], {
			env: { ...process.env, ...more.environment },
			stdio: 'pipe',
		});
		child.stdin.write(`${secrets.token}\n`);
		return child;
	}

	async function outputOf(child: ChildProcess): Promise<string> {
		assert.ok(child.stdout && child.stderr);
		const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
		keep('programs.txt', output + errors);
		return output.trim();
	}

	for (const [variable, setting, expected] of [
		['NODE_EXTRA_CA_CERTS', 'true', '2 applications'],
		['NODE_EXTRA_CA_CERTS', 'false', '2 applications'],
		// The certificate store at the location where OpenSSL searches for it.
		['SSL_CERT_FILE', 'true', '2 applications'],
		['SSL_CERT_FILE', 'false', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
		['NOTHING', 'true', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
	] as const) {
		it(`reports "${expected}" with a root certificate in ${variable} and http.systemCertificates ${setting}`, async function () {
			if (variable === 'SSL_CERT_FILE' && process.platform !== 'linux') {
				skipBecause(this, 'Only OpenSSL on Linux reads SSL_CERT_FILE.');
			}
			const child = start(service.url, { environment: { [variable]: rootFile }, setting });
			const output = outputOf(child);
			assert.equal(await output, expected);
		});
	}

	it('does not leak a token when the extension host process crashes during a request', async () => {
		await using silent = await serve(() => {});
		const reports = evidenceFolder('reports');
		mkdirSync(reports, { recursive: true });
		const child = start(silent.url, { args: ['--report-uncaught-exception', `--report-directory=${reports}`] });
		const output = outputOf(child);
		const exit = once(child, 'exit');
		while (silent.requests.length === 0) {
			await new Promise(setImmediate);
		}
		assert.equal(silent.requests[0]?.headers.authorization, `OAuth ${secrets.token}`);
		child.stdin.write('crash\n');
		assert.notDeepEqual(await exit, [0, null]);
		await output;
		assert.equal(readdirSync(reports).length, 1, 'Node reports the crash');
	});
});
