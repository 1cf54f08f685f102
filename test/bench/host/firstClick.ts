import * as vscode from 'vscode';
import type { FrameQuestion } from '../../../src/core/stack/locate/frameTarget';
import { parseTrace } from '../../../src/core/stack/parse/parseTrace';
import { startProduct } from '../../support/host/product';
import { frameLine, frameText, getPath } from '../sourceWorkspace';

const more = 20;

export async function run(): Promise<void> {
	console.log('##STARTED');
	const { frames } = await startProduct();
	const click = process.env['APP_ERRORS_BENCH_WAY'] === 'click';
	const index = await milliseconds(
		click ? () => frames.ready : () => vscode.workspace.findFiles('**/*.kt', '**/node_modules/**'),
	);
	const open = click ? clickOn : openAt;
	const first = await milliseconds(() => open(77));
	const times: number[] = [];
	for (let number = 0; number < more; number++) {
		times.push(await milliseconds(() => open(1000 + 100 * number)));
	}
	const next = times.sort((a, b) => a - b)[more >> 1];
	await frames.ready;
	const locate = await milliseconds(() => frames.locate(getQuestion(77)));
	console.log(`##| ${JSON.stringify({ indexMs: index, firstMs: first, nextMs: next, locateMs: locate })}`);
	console.log(`##RESULT ${JSON.stringify({ passed: 1, failed: 0 })}`);

	async function clickOn(number: number): Promise<void> {
		await frames.open({ ...getQuestion(number), where: 'here' });
		await shown(number);
	}
}

function getQuestion(number: number): FrameQuestion {
	const trace = parseTrace(frameText(number));
	const frame = trace.sections[0]?.lines[0];
	if (frame === undefined || frame.kind === 'raw') {
		throw new Error(`no frame: ${frameText(number)}`);
	}
	return { frame, trace };
}

async function openAt(number: number): Promise<void> {
	const [folder] = vscode.workspace.workspaceFolders ?? [];
	if (!folder) {
		throw new Error('no folder is open');
	}
	const place = new vscode.Range(frameLine - 1, 0, frameLine - 1, 0);
	await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder.uri, getPath(number)), {
		selection: place,
		preview: false,
	} satisfies vscode.TextDocumentShowOptions);
	await shown(number);
}

async function shown(number: number): Promise<void> {
	const isThere = () => {
		const { activeTextEditor } = vscode.window;
		const line = activeTextEditor?.selection.active.line;
		return activeTextEditor?.document.uri.path.endsWith(getPath(number)) && line === frameLine - 1;
	};
	while (!isThere()) {
		await new Promise<void>((resolve) => {
			const heard = [vscode.window.onDidChangeActiveTextEditor(end), vscode.window.onDidChangeTextEditorSelection(end)];
			function end() {
				for (const listener of heard) {
					listener.dispose();
				}
				resolve();
			}
		});
	}
}

async function milliseconds(run: () => PromiseLike<unknown>): Promise<number> {
	const started = performance.now();
	await run();
	return performance.now() - started;
}
