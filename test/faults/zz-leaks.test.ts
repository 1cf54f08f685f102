// This suite runs last and searches the output of all other suites for secrets.
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evidence, secrets } from '../support/faults/run';
import { formsFound } from '../support/faults/secretForms';

describe('secrets in the output of the fault tests', () => {
	it('finds a planted secret in every encoding in which it could be written', () => {
		const { token } = secrets;
		for (const [text, form] of [
			[`x${token}y`, /plain/],
			[token.slice(0, -4), /beginning/],
			[encodeURIComponent(`?a=${token}`), /percent-encoded/],
			[JSON.stringify({ token }).replaceAll('/', '\\/'), /slashes|plain/],
			[Buffer.from(`OAuth ${token}`).toString('base64'), /base64/],
			[Buffer.from(`user:${token}`).toString('base64url'), /base64/],
			[Buffer.from(`a${token}b`).toString('hex'), /hexadecimal/],
		] as const) {
			assert.match(formsFound(Buffer.from(text), token).join(), form, text);
		}
		assert.match(formsFound(Buffer.from(token, 'utf16le'), token).join(), /UTF-16/);
		assert.deepEqual(formsFound(Buffer.from('y0_AgAAAABkZXZpY2U'), token), []);
	});

	it('finds the output of the fault tests, so that the search for secrets does not pass trivially', () => {
		for (const name of ['log.txt', 'errors.txt', 'problems.txt', 'states.txt', 'folders']) {
			assert.ok(existsSync(join(evidence, name)), name);
		}
		assert.ok(files().some((file) => file.endsWith('request.json')));
	});

	for (const [name, secret] of Object.entries(secrets)) {
		it(`does not find the ${name} in any file, file name, log line, problem or stack trace`, () => {
			const leaks = files().flatMap((file) => {
				const found = formsFound(Buffer.concat([Buffer.from(file), readFileSync(file)]), secret);
				return found.map((form) => `${file}: ${form}`);
			});
			assert.deepEqual(leaks, []);
		});
	}
});

function files(): string[] {
	return readdirSync(evidence, { recursive: true, encoding: 'utf8' })
		.map((path) => join(evidence, path))
		.filter((path) => lstatSync(path).isFile());
}
