import { runSuite, windowRetries } from '../support/vscode/suite.mjs';

/** VS Code calls this in its extension host and ends with a non-zero code when it rejects. */
export async function run(): Promise<void> {
	console.log('##STARTED');
	const counts = await runSuite({
		folder: __dirname,
		grep: process.env['APP_ERRORS_TEST_GREP'],
		retries: windowRetries,
		// Marked, as the workbench and other extensions write to the same console.
		onTest: (title) => console.log(`##TEST ${JSON.stringify(title)}`),
		onFail: (title) => console.log(`##FAILED ${JSON.stringify(title)}`),
		print: (line) => console.log(`##| ${line}`),
	});
	console.log(`##RESULT ${JSON.stringify(counts)}`);
	if (counts.failed > 0) throw new Error(`${counts.failed} failed`);
}
