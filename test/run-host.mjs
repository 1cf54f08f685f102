import { parseArgs } from 'node:util';
import { apiTests } from './support/vscode/apiTests.mjs';
import { inCheckout } from './support/vscode/checkout.mjs';
import { choiceOf, choiceOptions } from './support/vscode/chosenTests.mjs';
import { runInHost } from './support/vscode/host-run.mjs';
import { resultMark } from './support/vscode/marks.mjs';
import { exitWhenInterrupted } from './support/vscode/processes.mjs';
import { versions, versionsNamed } from './support/vscode/versions.mjs';
import { copyWorkspace } from './support/vscode/workspace.mjs';

exitWhenInterrupted();
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		...choiceOptions,
		// Runs only the tests that depend on the VS Code API: see `apiTests.mjs`.
		api: { type: 'boolean' },
		verbose: { type: 'boolean', default: false },
		timeout: { type: 'string' },
		extension: { type: 'string', default: inCheckout() },
		suite: { type: 'string', default: inCheckout('out', 'test', 'host', 'index.js') },
		workspace: { type: 'string' },
	},
});

let failed = false;
for (const version of versionsNamed(positionals[0])) {
	const { extension, suite, verbose } = values;
	const started = Date.now();
	const result = await runInHost({
		version,
		extension,
		suite,
		workspace: values.workspace ?? (await copyWorkspace()),
		choice: choiceOf(values.api ? { ...values, file: [...apiTests] } : values),
		verbose,
		timeout: values.timeout ? Number(values.timeout) * 1000 : undefined,
	});
	if (result.problem) console.log(`VS Code ${versions[version].vscode}: ${result.problem}`);
	console.log(`VS Code ${versions[version].vscode}: ${Math.round((Date.now() - started) / 1000)} s`);
	console.log(resultMark(result));
	failed ||= result.failed > 0 || result.passed === 0;
}
process.exit(failed ? 1 : 0);
