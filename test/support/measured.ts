/** Maximum number of attempts. Other load on the machine rarely affects all attempts. */
const tries = 3;
/** Timeout in milliseconds after which a test is considered to hang, even on a slow machine. */
const hanging = 900_000;

/** Defines a performance test. It runs in a process of its own, without the garbage of other tests. */
export function measured(title: string, run: Mocha.Func | Mocha.AsyncFunc): void {
	const test: Mocha.Test = it(title, run as Mocha.Func);
	test.retries(tries - 1);
	test.timeout(hanging);
	Object.assign(test, { isMeasured: true });
}
