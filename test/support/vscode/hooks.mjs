/**
 * Makes what fails before or after a test a failure of that test. Mocha would leave out the rest of the suite, and so
 * hide what the other tests find.
 *
 * @param {import('mocha').Runner} runner of files that are loaded
 */
export function failTestsByTheirHooks(runner) {
	/** @type {Unprepared} */
	const unprepared = new WeakMap();
	enclose(runner.suite, runner, unprepared);
}

/** Tests whose preparation failed: in which suite, and how. @typedef {WeakMap<Test, { suite: Suite, error: unknown }>} Unprepared */
/** @typedef {import('mocha').Test} Test */
/** @typedef {import('mocha').Suite} Suite */

/**
 * What mocha's types leave out or keep for reporters.
 *
 * @typedef {{ getHooks: (name: 'beforeEach' | 'afterEach') => import('mocha').Hook[] }} HasHooks
 * @typedef {{ fail: (test: Test, error: unknown) => void }} Fails
 */

/**
 * @param {Suite} suite
 * @param {import('mocha').Runner} runner
 * @param {Unprepared} unprepared
 */
function enclose(suite, runner, unprepared) {
	for (const hook of hooksOf(suite, 'beforeEach'))
		enfold(hook, async (run, test) => {
			// What comes later may need what is missing.
			if (unprepared.has(test)) return;
			try {
				await run();
			} catch (error) {
				// It left the test out.
				if (hook.pending) throw error;
				unprepared.set(test, { suite, error });
			}
		});
	for (const test of suite.tests)
		if (test.fn)
			enfold(test, (run) => {
				const trouble = unprepared.get(test);
				if (trouble) throw trouble.error;
				return run();
			});
	for (const hook of hooksOf(suite, 'afterEach'))
		enfold(hook, async (run, test) => {
			const trouble = unprepared.get(test);
			// Nothing was prepared there.
			if (trouble && isWithin(suite, trouble.suite)) return;
			try {
				await run();
			} catch (error) {
				/** @type {Fails} */ (/** @type {unknown} */ (runner)).fail(test, error);
			}
		});
	for (const inner of suite.suites) enclose(inner, runner, unprepared);
}

/**
 * @param {import('mocha').Runnable} runnable
 * @param {(run: () => unknown, test: Test) => unknown} around is told the test that a hook is run for
 */
function enfold(runnable, around) {
	// Of those with a callback there are none.
	const fn = /** @type {import('mocha').AsyncFunc | undefined} */ (runnable.fn);
	/** @this {import('mocha').Context} */
	runnable.fn = function () {
		return around(() => fn?.call(this), /** @type {Test} */ (this.currentTest));
	};
}

/** @param {Suite} suite @param {'beforeEach' | 'afterEach'} name */
const hooksOf = (suite, name) => /** @type {Suite & HasHooks} */ (suite).getHooks(name);

/** @param {Suite} suite @param {Suite} other */
function isWithin({ parent }, other) {
	for (let around = parent; around; around = around.parent) if (around === other) return true;
	return false;
}
