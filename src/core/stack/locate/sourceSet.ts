const testFolder =
	/^(?:tests?|testing|specs?|__tests__|e2e|mocks?|__mocks__|fixtures?|\w{1,60}Tests?|\w{1,60}[._-]tests?)$/i;
const madeFolder = /^(?:generated|gen|\.generated)$/i;

/** Whether a path belongs to test code or generated code, which is less likely to be part of the app. */
export function isTestSource(parts: readonly string[]): boolean {
	return parts.slice(0, -1).some((part) => testFolder.test(part) || madeFolder.test(part));
}
