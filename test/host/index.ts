import { join } from 'node:path';
import { type Choice, chosenTests } from '../support/vscode/chosenTests.mjs';
import { runSuite, windowRetries } from '../support/vscode/suite.mjs';

/** VS Code calls this function in its extension host and exits with a non-zero code if it rejects. */
export async function run(): Promise<void> {
	console.log('##STARTED');
	const choice: Choice = JSON.parse(process.env['APP_ERRORS_TESTS'] ?? '{}');
	const counts = await runSuite({
		bundle: join(__dirname, 'tests.js'),
		...chosenTests(choice),
		retries: windowRetries,
		// The markers distinguish these lines from console output of the workbench and other extensions.
		onTest: (title) => console.log(`##TEST ${JSON.stringify(title)}`),
		onFail: (title) => console.log(`##FAILED ${JSON.stringify(title)}`),
		print: (line) => console.log(`##| ${line}`),
	});
	console.log(`##RESULT ${JSON.stringify(counts)}`);
	if (counts.failed > 0) throw new Error(`${counts.failed} failed`);
}
