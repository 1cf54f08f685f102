import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TraceOrigin } from '../../src/core/mappings/mappingSearch';
import { parseTrace } from '../../src/core/stack/parse/parseTrace';
import type { EngineClient } from '../../src/engine/engineClient';
import type { Deobfuscation } from '../../src/engine/traces/deobfuscateTrace';
import { ResultsDocument } from '../../src/features/results/document';
import type { ResultsServices } from '../../src/features/results/start';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { OpenFrame } from '../../src/services/frames/frames';
import type { Mappings } from '../../src/services/mappings/mappings';
import { WorkspaceMappings } from '../../src/services/mappings/workspaceMappings';
import type { TraceView } from '../../src/shared/traceView';
import { MemoryMemento } from '../support/host/memory';
import { watchedEngine } from '../support/host/openTrace';
import { type StagedView, useResultsHarness } from '../support/host/resultsHarness';
import { exported } from '../support/host/sampleRecords';
import { mapHash, minifiedFrames } from '../support/sampleFrames/android';
import type { WorkspaceFrame } from '../support/sampleFrames/frame';
import { frameTables } from '../support/sampleFrames/tables';
import { eventually } from '../support/vscode/waiting';

const trace = 'java.lang.Error: boom\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)';

describe('stack traces in the results view', () => {
	const stage = useResultsHarness();

	before(() => stage.services.frames.ready);

	const viewOf = async (name: string, text: string, more: Partial<ResultsServices> = {}) =>
		shown(stage.viewOf(stage.documentOf(await stage.write(name, text)), more));
	const shown = async (view: StagedView) => {
		const { info } = await view.load();
		const { progress } = await view.heard('progress', ({ done }) => done);
		const column = (wanted: string) => info.columns.findIndex((known) => known.name === wanted);
		return { view, records: progress.records, column };
	};

	describe('links to source lines', () => {
		let service: SampleServer;

		before(async () => {
			service = await startSampleService({ records: 150, token: 'good-token' });
		});

		after(() => service.close());

		for (const { platform, application, frames: table } of frameTables) {
			it(`links frames to the lines that threw errors, for ${platform}`, async () => {
				const { view, records, column } = await viewOf(
					`${application}.csv`,
					await exported(service, String(application)),
				);
				const frames = Object.values(table);
				const links = new Map<string, () => Promise<string>>();
				let firsts = 0;
				const notes = new Set<string>();
				for (let number = 0; number < records; number++) {
					const place = { number, column: column('error'), original: false };
					const found = await view.ask('trace', place);
					if (found?.shown === 'deobfuscated') {
						notes.add(found.note?.text ?? '');
					}
					firsts += found?.lines.filter(({ first }) => first).length ?? 0;
					for (const [line, { text, link, name: member }] of found?.lines.entries() ?? []) {
						if (link) {
							const linked = text.slice(link.start, link.end);
							const key = `${linked} ${member ? text.slice(member.start, member.end) : ''}`;
							links.set(key, () => view.ask('openFrame', { ...place, line, text, beside: false }));
						}
					}
				}
				assert.ok(firsts > 0 && links.size >= 5, `${links.size} links in ${records} records`);
				const turnedBack = [...notes].filter((note) => /^Deobfuscated with \S+\.(?:txt|map) \(.+\)\./.test(note));
				assert.equal(turnedBack.length > 0, ['Android', 'React Native'].includes(platform), [...notes].join('\n'));
				let landed = 0;
				for (const [link, follow] of links) {
					const expected = frames.filter((frame) => isOf(frame, link));
					if (expected.length > 0) {
						assert.match(await follow(), /^Opened /, link);
						const here = await place();
						assert.ok(
							expected.some(({ file, line }) => here === `${file}:${line}`),
							`${link} led to ${here}`,
						);
						landed++;
					}
				}
				assert.ok(landed >= 5, `${landed} of ${links.size}: ${[...links.keys()].join(', ')}`);
			});
		}
	});

	it('recognizes a stack trace inside a JSON column', async () => {
		const json = JSON.stringify([{ error: '', error_json: JSON.stringify({ screen: 'cart', stack: trace }) }]);
		const { view, column } = await viewOf('a.json', json);
		const found = await view.ask('trace', { number: 0, column: column('error_json'), original: false });
		assert.equal(getText(found), trace);
		assert.equal(await view.ask('trace', { number: 0, column: column('error'), original: false }), undefined);
	});

	it('finds no stack trace in text without stack traces', async () => {
		const { view, column } = await viewOf('a.csv', 'error\n"two\nlines"\n');
		assert.equal(await view.ask('trace', { number: 0, column: column('error'), original: false }), undefined);
		const asked = { number: 0, column: column('error'), original: false, line: 0, text: 'two', beside: false };
		assert.equal(await view.ask('openFrame', asked), '');
	});

	describe('remarks next to the opened line', () => {
		const cases: readonly (readonly [title: string, frame: string, said: RegExp, where: string])[] = [
			[
				'explains that the function has moved to another line',
				'discountShare(CartTotals.kt:3)',
				/^Opened CartTotals\.kt:24\. .*is no longer at line 3/,
				'24',
			],
			[
				'explains that the line is beyond the end of the file',
				'nowhere(CartTotals.kt:9999)',
				/^Opened CartTotals\.kt:\d\d\. .*has no line 9,999/,
				'',
			],
		];
		for (const [title, frame, said, where] of cases) {
			it(title, async () => {
				const text = `\tat com.example.shop.cart.CartTotals.${frame}`;
				const { view, column } = await viewOf('a.csv', getCsv(`java.lang.Error: boom\n${text}`));
				const asked = { number: 0, column: column('error'), original: false, line: 1, text, beside: false };
				const answer = await view.ask('openFrame', asked);
				assert.match(answer, said);
				assert.ok((await place()).endsWith(where));
				const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail('nothing was opened');
				assert.equal(answer.split('. ').slice(1).join('. '), stage.services.frames.remarks.in(uri)?.text);
			});
		}
	});

	describe('opening frames from the results view', () => {
		const asked: OpenFrame[] = [];

		const asking = async () => {
			asked.length = 0;
			const frames = {
				...stage.services.frames,
				onDidChange: stage.services.frames.onDidChange,
				known: stage.services.frames.known,
				frameStatus: () => 'own' as const,
				open: async (request: OpenFrame) => {
					asked.push(request);
					return { fileName: 'CartTotals.kt', line1: 17, remark: undefined };
				},
			};
			const { view, column } = await viewOf('a.csv', getCsv(trace), { frames });
			const place = { number: 0, column: column('error'), original: false, line: 1 };
			const [, second = ''] = trace.split('\n');
			return (beside: boolean, text = second) => view.ask('openFrame', { ...place, text, beside });
		};

		it('opens the code beside the results view if requested', async () => {
			const open = await asking();
			assert.equal(await open(true), 'Opened CartTotals.kt:17');
			await open(false);
			assert.deepEqual(
				asked.map(({ where, from, frame }) => [where, from, frame.method]),
				[
					['beside', vscode.ViewColumn.One, 'sum'],
					['asSet', vscode.ViewColumn.One, 'sum'],
				],
			);
		});

		it('opens the frame that the page shows, even if the trace has since been deobfuscated differently', async () => {
			const open = await asking();
			await open(false, '\tat com.example.shop.cart.CartTotals.discountShare(CartTotals.kt:3)');
			assert.deepEqual(
				asked.map(({ frame }) => [frame.method, frame.line1]),
				[['discountShare', 3]],
			);
			assert.equal(await open(false, 'java.lang.Error: boom'), '');
		});
	});

	describe('stack traces from release builds', () => {
		const minified = 'a.b.c: boom\n\tat a.b.d.e(SourceFile:7)';
		const plain = parseTrace(trace);
		const file = { kind: 'r8', path: '/builds/mapping.txt' } as const;
		const fit = { kind: 'fits', by: 'mapId', score: 1 } as const;
		const poor = { kind: 'doesNotFit', reason: 'fewFound', score: 0.12 } as const;

		const mappingsWith = (answer: Deobfuscation) => {
			const changed = stage.keep(new vscode.EventEmitter<void>());
			const asked: TraceOrigin[] = [];
			const chosen: string[] = [];
			const mappings: Mappings = {
				onDidChange: changed.event,
				deobfuscate: async (_, origin) => {
					asked.push(origin);
					return answer;
				},
				findEach: async () => [],
				choose: async (_, wanted) => {
					chosen.push(wanted);
					changed.fire();
					changed.fire();
					return true;
				},
				symbolicate: async () => plain,
			};
			return { mappings, asked, chosen };
		};
		const ask = async (answer: Deobfuscation) => {
			const stand = mappingsWith(answer);
			const { view, column } = await viewOf('a.csv', getCsv(minified), { mappings: stand.mappings });
			const place = { number: 0, column: column('error') };
			return { ...stand, view, place, found: await view.ask('trace', { ...place, original: false }) };
		};

		it('shows a trace in deobfuscated or original form, and names the mapping file', async () => {
			const tried = [{ file, result: { kind: 'used', fit } }] as const;
			const { view, place, found, asked } = await ask({
				kind: 'done',
				result: { plain, origins: new Map(), leftOut: undefined, tried },
			});
			assert.equal(found?.shown, 'deobfuscated');
			assert.equal(getText(found), trace);
			assert.equal(found?.note?.text, 'Deobfuscated with /builds/mapping.txt (ID matches the stack trace).');
			const original = await view.ask('trace', { ...place, original: true });
			assert.equal(original?.shown, 'original');
			assert.equal(getText(original), minified);
			assert.deepEqual(original?.note, { ...found?.note, text: 'Original text.' });
			assert.deepEqual(asked, [{ application: ['com.example.shop'], version: '2.4.1', osName: 'android' }]);
		});

		it("explains in a hint why the mapping file can't resolve a line completely", async () => {
			const origin = { library: false, alternative: undefined, moreAlternatives: 0, gap: 'columnNeeded' } as const;
			const tried = [{ file, result: { kind: 'used', fit } }] as const;
			const result = { plain, origins: new Map([[1, origin]]), leftOut: undefined, tried };
			const { found } = await ask({ kind: 'done', result: result });
			assert.deepEqual(
				found?.lines.map(({ hint }) => hint),
				['', 'a column number is needed to find the line'],
			);
		});

		it('reads and deobfuscates a trace with two engine requests', async () => {
			const { engine, asked } = watchedEngine(stage.services.engine);
			const mappings = stage.keep(new WorkspaceMappings(engine, stage.services.settings, new MemoryMemento()));
			const { symbol, position } = minifiedFrames.bindTitle;
			const text = `java.lang.Error: no title\n\tat ${symbol}(r8-map-id-${mapHash}:${position})`;
			const file = vscode.Uri.file(await stage.write('a.csv', getCsv(text)));
			const document = stage.keep(new ResultsDocument(file, engine));
			const { view, column } = await shown(stage.viewOf(document, { engine: engine as EngineClient, mappings }));
			await view.heard('groupsChanged');
			asked.length = 0;
			const found = await view.ask('trace', { number: 0, column: column('error'), original: false });
			assert.equal(found?.shown, 'deobfuscated');
			assert.match(getText(found) ?? '', /ProductAdapter\.onBindViewHolder/);
			assert.deepEqual(
				asked.filter((method) => method !== 'recordsChange'),
				['openRecordTraces', 'deobfuscate'],
			);
		});

		it('shows a trace unchanged if no mapping file matches, and explains why', async () => {
			const tried = [{ file, result: { kind: 'doesNotFit', fit: poor } }] as const;
			const { view, place, found, chosen } = await ask({
				kind: 'noneFits',
				result: { tried },
			});
			assert.equal(found?.shown, 'only');
			assert.equal(getText(found), minified);
			assert.match(
				found?.note?.text ?? '',
				/^Still obfuscated because no mapping file matches: mapping\.txt \(matches only 12\s?%/,
			);
			assert.deepEqual(found?.note?.actions, [{ id: 'chooseMapping', label: 'Choose Mapping File…' }]);
			await view.ask('traceAction', { ...place, id: 'chooseMapping' });
			assert.deepEqual(chosen, ['r8']);
		});

		it('reloads the traces once after a mapping file was chosen', async () => {
			const { view, place, asked } = await ask({ kind: 'noFile', wanted: 'sourceMap' });
			await view.ask('traceAction', { ...place, id: 'chooseMapping' });
			await view.heard('tracesChanged');
			await view.ask('trace', { ...place, original: false });
			assert.equal(asked.length, 2);
			assert.equal(view.told.filter(({ method }) => method === 'tracesChanged').length, 1);
		});

		it("symbolicates a trace at the user's request", async () => {
			const { view, place, found } = await ask({ kind: 'noFile', wanted: 'symbols' });
			assert.deepEqual(found?.note?.actions, [{ id: 'symbolicate', label: 'Symbolicate' }]);
			await view.ask('traceAction', { ...place, id: 'symbolicate' });
			await view.heard('tracesChanged');
			const symbolicated = await view.ask('trace', { ...place, original: false });
			assert.equal(symbolicated?.shown, 'deobfuscated');
			assert.equal(getText(symbolicated), trace);
		});
	});

	it('opens a stack trace as a document', async () => {
		const { view, column } = await viewOf('a.csv', getCsv(trace));
		await view.ask('openTrace', { number: 0, column: column('error') });
		const text = await eventually('A document with the trace', async () => {
			const shown = vscode.window.activeTextEditor?.document;
			return shown?.languageId === 'app-errors-trace' ? shown.getText() : undefined;
		});
		assert.ok(text.includes(trace), text);
	});
});

function getCsv(error: string): string {
	return `error,app_package_name,app_version_name,os_name\n"${error.replaceAll('"', '""')}",com.example.shop,2.4.1,android\n`;
}

/** Whether a link such as `Cart.kt:17`, `C:\\src\\Cart.cs:line 17` or `src/cart.ts:17:3` leads to the frame's line. */
function isOf({ file, line }: WorkspaceFrame, link: string): boolean {
	const [name = ''] = file.split('/').slice(-1);
	return (
		link.includes(name) && new RegExp(`:\\D*${line}(?!\\d)`).test(link.slice(link.lastIndexOf(name) + name.length))
	);
}

async function place(): Promise<string> {
	const editor = vscode.window.activeTextEditor;
	assert(editor, 'no editor is open');
	return `${vscode.workspace.asRelativePath(editor.document.uri)}:${editor.selection.active.line + 1}`;
}

function getText(view: TraceView | undefined): string | undefined {
	return view?.lines.map(({ text }) => text).join('\n');
}
