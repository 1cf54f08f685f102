// Counts a failed hook as a failure of its test. Otherwise, Mocha would skip the rest of the suite.
/** @param {import('mocha').Runner} runner */
export function failTestsByTheirHooks(runner) {
	/** @type {Unprepared} */
	const unprepared = new WeakMap();
	enclose(runner.suite, runner, unprepared);
}

/** @typedef {WeakMap<Test, { suite: Suite, error: unknown }>} Unprepared */
/** @typedef {import('mocha').Test} Test */
/** @typedef {import('mocha').Suite} Suite */

/**
 * @typedef {{ getHooks: (name: 'beforeEach' | 'afterEach') => import('mocha').Hook[] }} HasHooks
 * @typedef {{ fail: (test: Test, error: unknown) => void }} Fails
 */

/** @param {Suite} suite @param {import('mocha').Runner} runner @param {Unprepared} unprepared */
function enclose(suite, runner, unprepared) {
	for (const hook of hooksOf(suite, 'beforeEach'))
		enfold(hook, async (run, test) => {
			// Later hooks may depend on the hook that failed.
			if (unprepared.has(test)) return;
			try {
				await run();
			} catch (error) {
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
			// The failed hook belongs to an outer suite, so this suite has nothing to clean up.
			if (trouble && isWithin(suite, trouble.suite)) return;
			try {
				await run();
			} catch (error) {
				// An attempt that will be retried has no state. Its hooks may fail because the test was not completed.
				if (test.state) /** @type {Fails} */ (/** @type {unknown} */ (runner)).fail(test, error);
			}
		});
	for (const inner of suite.suites) enclose(inner, runner, unprepared);
}

/** @param {import('mocha').Runnable} runnable @param {(run: () => unknown, test: Test) => unknown} around */
function enfold(runnable, around) {
	// No hook uses Mocha's `done` callback.
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
