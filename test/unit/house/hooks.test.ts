import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type Mocha from 'mocha';

interface Results {
	readonly passed: readonly string[];
	readonly failed: readonly string[];
}

describe('test hook failures', () => {
	const load = createRequire(path.resolve('package.json'));

	async function run(attempts: readonly boolean[], leftOpen: (attempt: number) => boolean): Promise<Results> {
		const MochaClass: typeof Mocha = load('mocha');
		const { failTestsByTheirHooks } = await import(
			pathToFileURL(path.resolve('test', 'support', 'vscode', 'hooks.mjs')).href
		);
		const { suite } = new MochaClass({ retries: attempts.length - 1 });
		let attempt = -1;
		suite.retries(attempts.length - 1);
		suite.addTest(
			new MochaClass.Test('test', () => {
				attempt++;
				assert.ok(attempts[attempt], 'failed attempt');
			}),
		);
		suite.addTest(new MochaClass.Test('next test', () => undefined));
		suite.afterEach(() => assert.ok(attempt < 0 || !leftOpen(attempt), 'left open'));
		const runner = new MochaClass.Runner(suite);
		failTestsByTheirHooks(runner);
		const results = { passed: [] as string[], failed: [] as string[] };
		runner.on('pass', ({ title }) => results.passed.push(title));
		runner.on('fail', ({ title }) => results.failed.push(title));
		await new Promise<void>((resolve) => runner.run(() => resolve()));
		return results;
	}

	it('fails a test if its afterEach hook fails, and runs the next test', async () => {
		const { failed } = await run([true], () => true);
		assert.deepEqual(failed, ['test', 'next test']);
	});

	it('ignores a failing afterEach hook if the test will be retried', async () => {
		const results = await run([false, true], (attempt) => attempt === 0);
		assert.deepEqual(results, { passed: ['test', 'next test'], failed: [] });
	});

	it('fails a test if its afterEach hook fails after the last attempt', async () => {
		const { failed } = await run([false, true], () => true);
		assert.deepEqual(failed, ['test', 'next test']);
	});
});
