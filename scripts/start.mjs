// Opens VS Code with the extension, the sample workspace and a running sample service. Ctrl+C stops everything.
//     --web                  opens VS Code in the browser even if the desktop version is installed
//     --fault NAME[=VALUE]   makes the sample service simulate a fault; may be repeated
//     --inspect              opens the debug port 9229 of the extension host
//     --check                starts everything, checks that it responds, and exits
import { parseArgs } from 'node:util';
import { checkout, inCheckout } from '../test/support/vscode/checkout.mjs';
import { findDesktop, openDesktop } from '../test/support/vscode/desktop.mjs';
import { installVsCode } from '../test/support/vscode/install.mjs';
import { npm } from '../test/support/vscode/npm.mjs';
import { exitWhenInterrupted, interruption } from '../test/support/vscode/processes.mjs';
import { startSample } from '../test/support/vscode/sample.mjs';
import { startServer } from '../test/support/vscode/server.mjs';

const release = exitWhenInterrupted();
const { values } = parseArgs({
	options: {
		web: { type: 'boolean', default: false },
		check: { type: 'boolean', default: false },
		inspect: { type: 'boolean', default: false },
		fault: { type: 'string', multiple: true, default: [] },
		sample: { type: 'string' },
		vsix: { type: 'string' },
	},
});

console.log('Building');
if (!values.vsix) await npm(['run', 'package'], checkout);
// The package contains no source maps, so breakpoints need a development build. A browser always runs the package.
if (values.inspect) await npm(['run', 'build'], checkout);
const sample = await startSample(
	values.sample,
	values.fault.flatMap((fault) => ['--fault', fault]),
);
/** Port for the debugger. `.vscode/launch.json` contains the same port. */
const debugPort = values.inspect ? 9229 : undefined;
const settings = { 'appErrors.baseUrl': sample.url };
const folder = inCheckout('samples', 'workspace');
const desktop = values.web ? undefined : findDesktop();
/** @type {{ where: string, address?: string, ended: Promise<unknown>, stop: () => Promise<void> }} */
const editor = desktop ? await openDesktop({ desktop, folder, settings, debugPort }) : await openWeb();

console.log(`
${editor.where}
1. Select App Errors in the Activity Bar, then select Sign In.
2. Press Enter to accept the URL, then paste this token for the sample service: ${sample.token}
3. Select Export Errors… on an application, then press Enter. The records open in the results view.

The sample service can simulate faults. To list them, run \`node dist/sample.js --faults\`. To start with a fault, run
\`npm start -- --fault queued\`. To set a fault while the service is running, run:
  curl -X PUT -H "Authorization: OAuth ${sample.token}" -d '[{"name":"queued"}]' ${sample.url}/sample/faults

Press Ctrl+C to stop everything.`);

const code = values.check ? await answers() : await untilEnded();
await Promise.all([editor.stop(), sample.stop()]);
process.exit(code);

async function openWeb() {
	const vscode = await installVsCode('newest');
	const extensions = [values.vsix ?? inCheckout('dist', 'app-errors.vsix')];
	const server = await startServer({ vscode, extensions, settings });
	const payload = debugPort
		? `&payload=${encodeURIComponent(JSON.stringify([['inspect-extensions', String(debugPort)]]))}`
		: '';
	const address = `${server.url}/?folder=${encodeURIComponent(folder)}${payload}`;
	return { where: `Open ${address}`, address, ended: server.exited, stop: server.dispose };
}

async function untilEnded() {
	release();
	await Promise.race([interruption(), editor.ended]);
	exitWhenInterrupted();
	return 0;
}

async function answers() {
	const addresses = [sample.url, ...(editor.address ? [editor.address] : [])];
	for (const address of addresses) {
		const { status } = await fetch(address, { signal: AbortSignal.timeout(20_000) });
		console.log(`${address} returned status ${status}`);
		if (status >= 500) return 1;
	}
	return 0;
}
