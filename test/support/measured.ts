/** Maximum number of attempts. A real problem affects all of them, other load on the machine rarely does. */
const tries = 3;
/** Timeout in milliseconds after which a test is considered to hang, even on a slow machine. */
const hanging = 900_000;

/** The test runs in a process without the garbage of other tests. */
export function measured(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
	const test: Mocha.Test = it(title, run as Mocha.Func);
	test.retries(tries - 1);
	test.timeout(hanging);
	Object.assign(test, { isMeasured: true });
}
