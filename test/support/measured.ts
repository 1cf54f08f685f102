/** Of a test that measures. A fault shows in each of them; what else the machine does, hardly. */
const tries = 3;
/** It never ends, on a slow machine either (milliseconds). */
const hanging = 900_000;

/**
 * A test of how much time or memory something takes. It fails when each of three tries does, and runs in a process apart
 * from other tests, whose garbage would be collected in its time: see `run-unit.mjs`.
 */
export function measured(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
	const test: Mocha.Test = it(title, run as Mocha.Func);
	test.retries(tries - 1);
	test.timeout(hanging);
	Object.assign(test, { isMeasured: true });
}
