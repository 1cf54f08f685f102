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
		const { lines, counts, failed } = run(`describe('a suite', () => {
			afterEach(function () { if (this.currentTest.title === 'first') throw new Error('left open'); });
			it('first', () => {});
			it('second', () => {});
			describe('within', () => { it('third', () => {}); });
		});`);
		assert.deepEqual(counts, { passed: 2, failed: 1 });
		assert.deepEqual(failed, ['a suite first']);
		assert.deepEqual(lines, ['✔ first', '✖ first', '✔ second', '✔ third']);
	});

	it('retries a failing test up to the given number of times and reports it', () => {
		const tests = `describe('a suite', () => {
			let tries = 0;
			it('wavers', () => { if (++tries < 2) throw new Error('not yet'); });
			it('fails', () => { throw new Error('never'); });
		});`;
		const { lines, counts, failed } = run(tests, { retries: 1 });
		assert.deepEqual(lines, ['↻ wavers: not yet', '✔ wavers', '↻ fails: never', '✖ fails']);
		assert.deepEqual(counts, { passed: 1, failed: 1 });
		assert.deepEqual(failed, ['a suite fails']);
		assert.deepEqual(run(tests).counts, { passed: 0, failed: 2 });
	});

	it("runs only the selected files of a bundle, and sets each test's file path", () => {
		writeFileSync(
			join(folder.path, 'tests.js'),
			`exports.files = {
				'test/a.test.ts': () => it('of one file', () => {}),
				'test/b.test.ts': () => it('of another file', function () { if (this.test.file !== 'test/b.test.ts') throw new Error(this.test.file); }),
			};`,
		);
		const { lines, counts } = run('', { bundle: join(folder.path, 'tests.js'), files: ['b.test'] });
		assert.deepEqual(lines, ['✔ of another file']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});

	it('counts a test only once if both the test and its afterEach hook fail', () => {
		const { counts, failed } = run(`describe('a suite', () => {
			afterEach(async () => { throw new Error('one'); });
			afterEach(() => { throw new Error('other'); });
			it('first', () => { throw new Error('own'); });
		});`);
		assert.deepEqual(counts, { passed: 0, failed: 1 });
		assert.deepEqual(failed, ['a suite first', 'a suite first', 'a suite first']);
	});

	it('fails a test without running it if its beforeEach hook fails, then cleans up and continues', () => {
		const { lines, counts } = run(`describe('example suite (fixture)', () => {
			let prepared = 0, began = [];
			beforeEach(() => { prepared++; });
			afterEach(() => { prepared--; });
			describe('around', () => {
				beforeEach(function () { if (this.currentTest.title === 'first') throw new Error('no room'); });
				describe('within', () => {
					let held;
					beforeEach(() => { held = { give: () => { held = undefined; } }; });
					afterEach(() => held.give());
					it('first', () => { began.push('first'); });
					it('second', () => {
						if (prepared !== 1 || began.length > 0) throw new Error(JSON.stringify({ prepared, began }));
					});
				});
			});
		});`);
		assert.deepEqual(lines, ['✖ first', '✔ second']);
		assert.deepEqual(counts, { passed: 1, failed: 1 });
	});

	it('skips a test if its beforeEach hook calls skip()', () => {
		const { lines, counts } = run(`describe('example suite (fixture)', () => {
			beforeEach(function () { if (this.currentTest.title === 'first') this.skip(); });
			it('first', () => {});
			it('second', () => {});
		});`);
		assert.deepEqual(lines, ['- first', '✔ second']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});

	it('skips tests only with a reason', () => {
		const unexplained = readdirSync('test', { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !/skipBecause\.ts$|suite\.test\.ts$/.test(file))
			.filter((file) => /\bthis\.skip\(\)|\b(?:it|describe)\.skip\(/.test(readFileSync(`test/${file}`, 'utf8')));
		assert.deepEqual(unexplained, []);
		const { lines } = run(`describe('example suite (fixture)', () => {
			before(function () { Object.assign(this.runnable().parent, { skipReason: 'Git is required.' }); this.skip(); });
			it('first', () => {});
		});`);
		assert.deepEqual(lines, ['- first (skipped: Git is required.)']);
	});

	it("counts every test in a suite as failed if the suite's before hook fails", () => {
		const { counts, failed } = run(`describe('a suite', () => {
			before(() => { throw new Error('no server'); });
			it('first', () => {});
			it('second', () => {});
		});
		describe('another', () => { it('third', () => {}); });`);
		assert.deepEqual(failed.slice(1), ['a suite first', 'a suite second']);
		assert.deepEqual(counts, { passed: 1, failed: 3 });
	});

	it('runs performance tests and their hooks separately from the other tests', () => {
		const tests = `
			const measured = (...given) => { it(...given).isMeasured = true; };
			describe('example suite (fixture)', () => {
				let prepared = false;
				before(() => { prepared = true; });
				const look = () => { if (!prepared) throw new Error('not prepared'); };
				it('first', look);
				describe('within', () => { measured('second', look); });
			});
			describe('another', () => { before(() => { throw new Error('not needed'); }); it('third', () => {}); });`;
		assert.deepEqual(run(tests, { measured: true }).lines, ['✔ second']);
		assert.deepEqual(run(tests, { measured: false }).lines, ['✔ first', '✖ "before all" hook for "third"', '✖ third']);
	});

	it('runs long tests separately from the other tests', () => {
		const tests = `describe('example suite (fixture)', () => {
			it('first', () => {});
			it('second', () => {}).isLong = true;
			describe('within', () => { it('third', () => {}); }).isLong = true;
		});`;
		assert.deepEqual(run(tests, { long: true }).lines, ['✔ second', '✔ third']);
		assert.deepEqual(run(tests, { long: false }).lines, ['✔ first']);
		assert.deepEqual(run(tests).lines, ['✔ first', '✔ second', '✔ third']);
	});

	it('reports why a test is retried and counts the test only once', () => {
		const { lines, counts } = run(`describe('example suite (fixture)', () => {
			let tries = 0;
			it('first', function () { this.retries(2); if (++tries < 3) throw new Error('slow ' + tries); });
		});`);
		assert.deepEqual(lines, ['↻ first: slow 1', '↻ first: slow 2', '✔ first']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});
});
