import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useTemporaryFolder } from '../core/export/support/temporaryFolder';

const runner = pathToFileURL(resolve('test', 'support', 'vscode', 'suite.mjs')).href;

describe('A run of tests', () => {
	const folder = useTemporaryFolder();

	/** The lines it prints, and how it counts. */
	function run(tests: string, options = {}): { lines: string[]; counts: unknown; failed: string[] } {
		writeFileSync(join(folder.path, 'some.test.js'), tests);
		const program = `import { runSuite } from ${JSON.stringify(runner)};
			const lines = [], failed = [];
			const counts = await runSuite({
				...${JSON.stringify({ folder: folder.path, ...options })},
				print: (line) => lines.push(line.trim()),
				onFail: (title) => failed.push(title),
			});
			console.log(JSON.stringify({ lines, counts, failed }));`;
		const told = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
		const { lines, ...rest } = JSON.parse(told);
		return { lines: lines.filter((line: string) => /^[✔✖↻-] /.test(line)), ...rest };
	}

	it('goes on behind a check after each test, and counts the test that it fails for', () => {
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

	it('tries a test again as often as it is told, and says so', () => {
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

	it('counts a test once that fails by itself and in what comes after it', () => {
		const { counts, failed } = run(`describe('a suite', () => {
			afterEach(async () => { throw new Error('one'); });
			afterEach(() => { throw new Error('other'); });
			it('first', () => { throw new Error('own'); });
		});`);
		assert.deepEqual(counts, { passed: 0, failed: 1 });
		assert.deepEqual(failed, ['a suite first', 'a suite first', 'a suite first']);
	});

	it('skips a test whose preparation fails, cleans up, and goes on', () => {
		const { lines, counts } = run(`describe('a suite', () => {
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

	it('leaves out a test that its preparation leaves out', () => {
		const { lines, counts } = run(`describe('a suite', () => {
			beforeEach(function () { if (this.currentTest.title === 'first') this.skip(); });
			it('first', () => {});
			it('second', () => {});
		});`);
		assert.deepEqual(lines, ['- first', '✔ second']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});

	it('counts every test of a suite that cannot be prepared', () => {
		const { counts, failed } = run(`describe('a suite', () => {
			before(() => { throw new Error('no server'); });
			it('first', () => {});
			it('second', () => {});
		});
		describe('another', () => { it('third', () => {}); });`);
		assert.deepEqual(failed.slice(1), ['a suite first', 'a suite second']);
		assert.deepEqual(counts, { passed: 1, failed: 3 });
	});

	it('parts tests that measure from the others, with what is prepared for them', () => {
		const tests = `
			const measured = (...given) => { it(...given).isMeasured = true; };
			describe('a suite', () => {
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

	it('says why a test is tried again, and counts it once', () => {
		const { lines, counts } = run(`describe('a suite', () => {
			let tries = 0;
			it('first', function () { this.retries(2); if (++tries < 3) throw new Error('slow ' + tries); });
		});`);
		assert.deepEqual(lines, ['↻ first: slow 1', '↻ first: slow 2', '✔ first']);
		assert.deepEqual(counts, { passed: 1, failed: 0 });
	});
});
