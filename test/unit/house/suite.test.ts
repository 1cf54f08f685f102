import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const support = (name: string) => pathToFileURL(resolve('test', 'support', 'vscode', name)).href;
const [runner, chosen] = [support('suite.mjs'), support('chosenTests.mjs')];

describe('test runner', () => {
	const folder = useTemporaryFolder();

	function run(
		tests: string,
		options: { bundle?: string; files?: string[]; measured?: boolean; long?: boolean; retries?: number } = {},
	): { lines: string[]; counts: unknown; failed: string[] } {
		writeFileSync(join(folder.path, 'some.test.js'), tests);
		const { files, ...given } = options;
		const program = `import { runSuite } from ${JSON.stringify(runner)};
			import { chosenTests } from ${JSON.stringify(chosen)};
			const lines = [], failed = [];
			const counts = await runSuite({
				...${JSON.stringify({ folder: folder.path, ...given })},
				...chosenTests(${JSON.stringify({ files, measured: given.measured, long: given.long })}),
				print: (line) => lines.push(line.trim()),
				onFail: (title) => failed.push(title),
			});
			console.log(JSON.stringify({ lines, counts, failed }));`;
		const told = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
		const { lines, ...rest } = JSON.parse(told);
		return { lines: lines.filter((line: string) => /^[✔✖↻-] /.test(line)), ...rest };
	}

	it('counts a test as failed if its afterEach hook fails, and continues with the next test', () => {
		const { lines, counts, failed } = run(`describe('example suite', () => {
			afterEach(function () { if (this.currentTest.title === 'example with a failing afterEach hook') throw new Error('left open'); });
			it('example with a failing afterEach hook', () => {});
			it('example with a passing afterEach hook', () => {});
			describe('nested example suite', () => { it('nested example with a passing afterEach hook', () => {}); });
		});`);
		assert.deepEqual(counts, { passed: 2, failed: 1 });
		assert.deepEqual(failed, ['example suite example with a failing afterEach hook']);
		assert.deepEqual(lines, [
			'✔ example with a failing afterEach hook',
			'✖ example with a failing afterEach hook',
			'✔ example with a passing afterEach hook',
			'✔ nested example with a passing afterEach hook',
		]);
	});

	it('retries a failing test up to the given number of times and reports it', () => {
		const tests = `describe('example suite', () => {
			let tries = 0;
			it('example that fails once', () => { if (++tries < 2) throw new Error('not yet'); });
			it('example that always fails', () => { throw new Error('never'); });
		});`;
		const { lines, counts, failed } = run(tests, { retries: 1 });
		assert.deepEqual(lines, [
			'↻ example that fails once: not yet',
			'✔ example that fails once',
			'↻ example that always fails: never',
			'✖ example that always fails',
		]);
		assert.deepEqual(counts, { passed: 1, failed: 1 });
		assert.deepEqual(failed, ['example suite example that always fails']);
		assert.deepEqual(run(tests).counts, { passed: 0, failed: 2 });
	});

	it("runs only the selected files of a bundle, and sets each test's file path", () => {
		writeFileSync(
			join(folder.path, 'tests.js'),
			`exports.files = {
				'test/a.test.ts': () => it('example of one file', () => {}),
				'test/b.test.ts': () => it('example of another file', function () { if (this.test.file !== 'test/b.test.ts') throw new Error(this.test.file); }),
			};`,
		);
		const { lines, counts } = run('', { bundle: join(folder.path, 'tests.js'), files: ['b.test'] });
		assert.deepEqual(lines, ['✔ example of another file']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});

	it('counts a test only once if both the test and its afterEach hook fail', () => {
		const { counts, failed } = run(`describe('example suite', () => {
			afterEach(async () => { throw new Error('one'); });
			afterEach(() => { throw new Error('other'); });
			it('example that fails like its afterEach hooks', () => { throw new Error('own'); });
		});`);
		assert.deepEqual(counts, { passed: 0, failed: 1 });
		assert.deepEqual(failed, [
			'example suite example that fails like its afterEach hooks',
			'example suite example that fails like its afterEach hooks',
			'example suite example that fails like its afterEach hooks',
		]);
	});

	it('fails a test without running it if its beforeEach hook fails, then cleans up and continues', () => {
		const { lines, counts } = run(`describe('example suite', () => {
			let prepared = 0, began = [];
			beforeEach(() => { prepared++; });
			afterEach(() => { prepared--; });
			describe('outer example suite', () => {
				beforeEach(function () { if (this.currentTest.title === 'example with a failing beforeEach hook') throw new Error('no room'); });
				describe('nested example suite', () => {
					let held;
					beforeEach(() => { held = { give: () => { held = undefined; } }; });
					afterEach(() => held.give());
					it('example with a failing beforeEach hook', () => { began.push('example with a failing beforeEach hook'); });
					it('example after a failed beforeEach hook', () => {
						if (prepared !== 1 || began.length > 0) throw new Error(JSON.stringify({ prepared, began }));
					});
				});
			});
		});`);
		assert.deepEqual(lines, ['✖ example with a failing beforeEach hook', '✔ example after a failed beforeEach hook']);
		assert.deepEqual(counts, { passed: 1, failed: 1 });
	});

	it('skips a test if its beforeEach hook calls skip()', () => {
		const { lines, counts } = run(`describe('example suite', () => {
			beforeEach(function () { if (this.currentTest.title === 'example that a beforeEach hook skips') this.skip(); });
			it('example that a beforeEach hook skips', () => {});
			it('example that no hook skips', () => {});
		});`);
		assert.deepEqual(lines, ['- example that a beforeEach hook skips', '✔ example that no hook skips']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});

	it('skips tests only with a reason', () => {
		const unexplained = readdirSync('test', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !/skipBecause\.ts$|suite\.test\.ts$/.test(file))
			.filter((file) => /\bthis\.skip\(\)|\b(?:it|describe)\.skip\(/.test(readFileSync(`test/${file}`, 'utf8')));
		assert.deepEqual(unexplained, []);
		const { lines } = run(`describe('example suite', () => {
			before(function () { Object.assign(this.runnable().parent, { skipReason: 'Git is required.' }); this.skip(); });
			it('example skipped with a reason', () => {});
		});`);
		assert.deepEqual(lines, ['- example skipped with a reason (skipped: Git is required.)']);
	});

	it("counts every test in a suite as failed if the suite's before hook fails", () => {
		const { counts, failed } = run(`describe('example suite', () => {
			before(() => { throw new Error('no server'); });
			it('one example after a failed before hook', () => {});
			it('another example after a failed before hook', () => {});
		});
		describe('other example suite', () => { it('example in a suite without hooks', () => {}); });`);
		assert.deepEqual(failed.slice(1), [
			'example suite one example after a failed before hook',
			'example suite another example after a failed before hook',
		]);
		assert.deepEqual(counts, { passed: 1, failed: 3 });
	});

	it('runs performance tests and their hooks separately from the other tests', () => {
		const tests = `
			const measured = (...given) => { it(...given).isMeasured = true; };
			describe('example suite', () => {
				let prepared = false;
				before(() => { prepared = true; });
				const look = () => { if (!prepared) throw new Error('not prepared'); };
				it('example of an ordinary test', look);
				describe('nested example suite', () => { measured('example of a performance test', look); });
			});
			describe('other example suite', () => { before(() => { throw new Error('not needed'); }); it('example whose before hook fails', () => {}); });`;
		assert.deepEqual(run(tests, { measured: true }).lines, ['✔ example of a performance test']);
		assert.deepEqual(run(tests, { measured: false }).lines, [
			'✔ example of an ordinary test',
			'✖ "before all" hook for "example whose before hook fails"',
			'✖ example whose before hook fails',
		]);
	});

	it('runs long tests separately from the other tests', () => {
		const tests = `describe('example suite', () => {
			it('example of a short test', () => {});
			it('example of a long test', () => {}).isLong = true;
			describe('nested example suite', () => { it('example in a long suite', () => {}); }).isLong = true;
		});`;
		assert.deepEqual(run(tests, { long: true }).lines, ['✔ example of a long test', '✔ example in a long suite']);
		assert.deepEqual(run(tests, { long: false }).lines, ['✔ example of a short test']);
		assert.deepEqual(run(tests).lines, [
			'✔ example of a short test',
			'✔ example of a long test',
			'✔ example in a long suite',
		]);
	});

	it('reports why a test is retried and counts the test only once', () => {
		const { lines, counts } = run(`describe('example suite', () => {
			let tries = 0;
			it('example that passes on the third attempt', function () { this.retries(2); if (++tries < 3) throw new Error('slow ' + tries); });
		});`);
		assert.deepEqual(lines, [
			'↻ example that passes on the third attempt: slow 1',
			'↻ example that passes on the third attempt: slow 2',
			'✔ example that passes on the third attempt',
		]);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});
});
