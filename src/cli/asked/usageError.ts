/** The command line asks for something that there is not; the message is for the person who typed it. */
export class UsageError extends Error {
	override readonly name = 'UsageError';
}
