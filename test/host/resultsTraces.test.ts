import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseTrace } from '../../src/core/stack/parse/parseTrace';
import type { EngineClient } from '../../src/engine/engineClient';
import { ResultsDocument } from '../../src/features/results/document';
import type { ResultsServices } from '../../src/features/results/editor';
import { type SampleServer, startSampleService } from '../../src/sample/service';
import type { OpenFrame } from '../../src/services/frames/frames';
import type { Deobfuscation, Mappings, TraceOrigin } from '../../src/services/mappings/mappings';
import { WorkspaceMappings } from '../../src/services/mappings/workspaceMappings';
import type { TraceView } from '../../src/shared/traceView';
import { MemoryMemento } from '../support/host/memory';
import { watchedEngine } from '../support/host/openTrace';
import { type StagedView, useResultsStage } from '../support/host/resultsStage';
import { exported } from '../support/host/sampleRecords';
import { mapHash, minifiedFrames } from '../support/sampleFrames/android';
import type { WorkspaceFrame } from '../support/sampleFrames/frame';
import { frameTables } from '../support/sampleFrames/tables';
import { eventually } from '../support/vscode/waiting';

const trace = 'java.lang.Error: boom\n\tat com.example.shop.cart.CartTotals.sum(CartTotals.kt:17)';

describe('stack traces in the results view', () => {
	const stage = useResultsStage();

	before(() => stage.services.frames.ready);

	/** A view on a file of these records, all of which are read. */
	const viewOf = async (name: string, text: string, more: Partial<ResultsServices> = {}) =>
		shown(stage.viewOf(stage.documentOf(await stage.write(name, text)), more));
	const shown = async (view: StagedView) => {
		const { info } = await view.load();
		const { progress } = await view.heard('progress', ({ done }) => done);
		const column = (wanted: string) => info.columns.findIndex((known) => known.name === wanted);
		return { view, records: progress.records, column };
	};

	describe('lead to the line that threw', () => {
		let service: SampleServer;

		before(async () => {
			service = await startSampleService({ records: 150, token: 'good-token' });
		});

		after(() => service.close());

		for (const { platform, application, frames: table } of frameTables) {
			it(`of ${platform}`, async () => {
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
				// Those of release builds, with the file that the build left beside the sources.
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

	it('are read in JSON as well', async () => {
		const json = JSON.stringify([{ error: '', error_json: JSON.stringify({ screen: 'cart', stack: trace }) }]);
		const { view, column } = await viewOf('a.json', json);
		const found = await view.ask('trace', { number: 0, column: column('error_json'), original: false });
		assert.equal(textOf(found), trace);
		assert.equal(await view.ask('trace', { number: 0, column: column('error'), original: false }), undefined);
	});

	it('are nothing in a text that is none', async () => {
		const { view, column } = await viewOf('a.csv', 'error\n"two\nlines"\n');
		assert.equal(await view.ask('trace', { number: 0, column: column('error'), original: false }), undefined);
		const asked = { number: 0, column: column('error'), original: false, line: 0, text: 'two', beside: false };
		assert.equal(await view.ask('openFrame', asked), '');
	});

	describe('say what must be known of the line', () => {
		const cases: readonly (readonly [of: string, frame: string, said: RegExp, where: string])[] = [
			[
				'that has moved',
				'discountShare(CartTotals.kt:3)',
				/^Opened CartTotals\.kt:24\. .*is not at line 3 any more/,
				'24',
			],
			[
				'behind the end of the file',
				'nowhere(CartTotals.kt:9999)',
				/^Opened CartTotals\.kt:\d\d\. .*the trace says 9,999/,
				'',
			],
		];
		for (const [of, frame, said, where] of cases) {
			it(of, async () => {
				const text = `\tat com.example.shop.cart.CartTotals.${frame}`;
				const { view, column } = await viewOf('a.csv', csvOf(`java.lang.Error: boom\n${text}`));
				const asked = { number: 0, column: column('error'), original: false, line: 1, text, beside: false };
				const answer = await view.ask('openFrame', asked);
				assert.match(answer, said);
				assert.ok((await place()).endsWith(where));
				// The same words for whoever looks at the editor and not at the record.
				const { uri } = vscode.window.activeTextEditor?.document ?? assert.fail('nothing was opened');
				assert.equal(answer.split('. ').slice(1).join('. '), stage.services.frames.remarks.in(uri)?.text);
			});
		}
	});

	describe('open', () => {
		const asked: OpenFrame[] = [];

		/** A view whose frames are opened on paper only, and how to ask for the second line. */
		const asking = async () => {
			asked.length = 0;
			const frames = {
				...stage.services.frames,
				onDidChange: stage.services.frames.onDidChange,
				known: stage.services.frames.known,
				outlook: () => 'own' as const,
				open: async (request: OpenFrame) => {
					asked.push(request);
					return { fileName: 'CartTotals.kt', line1: 17, remark: undefined };
				},
			};
			const { view, column } = await viewOf('a.csv', csvOf(trace), { frames });
			const place = { number: 0, column: column('error'), original: false, line: 1 };
			const [, second = ''] = trace.split('\n');
			return (beside: boolean, text = second) => view.ask('openFrame', { ...place, text, beside });
		};

		it('beside when asked to', async () => {
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

		it('what a line says, where the trace has been deobfuscated otherwise since', async () => {
			const open = await asking();
			await open(false, '\tat com.example.shop.cart.CartTotals.discountShare(CartTotals.kt:3)');
			assert.deepEqual(
				asked.map(({ frame }) => [frame.method, frame.line1]),
				[['discountShare', 3]],
			);
			assert.equal(await open(false, 'java.lang.Error: boom'), '');
		});
	});

	describe('of release builds', () => {
		const minified = 'a.b.c: boom\n\tat a.b.d.e(SourceFile:7)';
		const plain = parseTrace(trace);
		const file = { kind: 'r8', path: '/builds/mapping.txt' } as const;
		const fit = { kind: 'fits', by: 'mapId', score: 1 } as const;
		const poor = { kind: 'doesNotFit', reason: 'fewFound', score: 0.12 } as const;

		/** Answers like this, and remembers what it was asked. */
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
			const { view, column } = await viewOf('a.csv', csvOf(minified), { mappings: stand.mappings });
			const place = { number: 0, column: column('error') };
			return { ...stand, view, place, found: await view.ask('trace', { ...place, original: false }) };
		};

		it('are shown as they were written, or as they are, and say by which file', async () => {
			const tried = [{ file, result: { kind: 'used', fit } }] as const;
			const { view, place, found, asked } = await ask({
				kind: 'done',
				result: { plain, origins: new Map(), leftOut: undefined, tried },
			});
			assert.equal(found?.shown, 'deobfuscated');
			assert.equal(textOf(found), trace);
			assert.equal(found?.note?.text, 'Deobfuscated with /builds/mapping.txt (its ID is in the trace).');
			const original = await view.ask('trace', { ...place, original: true });
			assert.equal(original?.shown, 'original');
			assert.equal(textOf(original), minified);
			assert.deepEqual(original?.note, { ...found?.note, text: 'As it was written.' });
			assert.deepEqual(asked, [{ application: ['com.example.shop'], version: '2.4.1', osName: 'android' }]);
		});

		it('say at a line why the mapping knows no more of it', async () => {
			const origin = { library: false, alternative: undefined, moreAlternatives: 0, gap: 'columnNeeded' } as const;
			const tried = [{ file, result: { kind: 'used', fit } }] as const;
			const result = { plain, origins: new Map([[1, origin]]), leftOut: undefined, tried };
			const { found } = await ask({ kind: 'done', result: result });
			assert.deepEqual(
				found?.lines.map(({ hint }) => hint),
				['', 'only a column could tell which line this is'],
			);
		});

		it('are read once and deobfuscated, in two questions to the engine', async () => {
			const { engine, asked } = watchedEngine(stage.services.engine);
			const mappings = stage.keep(new WorkspaceMappings(engine, stage.services.settings, new MemoryMemento()));
			const { symbol, position } = minifiedFrames.bindTitle;
			const text = `java.lang.Error: no title\n\tat ${symbol}(r8-map-id-${mapHash}:${position})`;
			const file = vscode.Uri.file(await stage.write('a.csv', csvOf(text)));
			const document = stage.keep(new ResultsDocument(file, engine));
			const { view, column } = await shown(stage.viewOf(document, { engine: engine as EngineClient, mappings }));
			// The files for its groups are looked for as well.
			await view.heard('groupsChanged');
			asked.length = 0;
			const found = await view.ask('trace', { number: 0, column: column('error'), original: false });
			assert.equal(found?.shown, 'deobfuscated');
			assert.match(textOf(found) ?? '', /ProductAdapter\.onBindViewHolder/);
			assert.deepEqual(
				// Whether the file has changed is asked besides.
				asked.filter((method) => method !== 'recordsChange'),
				['openRecordTraces', 'deobfuscate'],
			);
		});

		it('stay as they are where no mapping fits, and say why', async () => {
			const tried = [{ file, result: { kind: 'doesNotFit', fit: poor } }] as const;
			const { view, place, found, chosen } = await ask({
				kind: 'noneFits',
				result: { tried },
			});
			assert.equal(found?.shown, 'only');
			assert.equal(textOf(found), minified);
			assert.match(found?.note?.text ?? '', /^Still obfuscated, no mapping fits: mapping\.txt \(explains only 12\s?%/);
			assert.deepEqual(found?.note?.actions, [{ id: 'chooseMapping', label: 'Choose a Mapping…' }]);
			await view.ask('traceAction', { ...place, id: 'chooseMapping' });
			assert.deepEqual(chosen, ['r8']);
		});

		it('are read anew, once, after a mapping was chosen', async () => {
			const { view, place, asked } = await ask({ kind: 'noFile', wanted: 'sourceMap' });
			await view.ask('traceAction', { ...place, id: 'chooseMapping' });
			await view.heard('tracesChanged');
			await view.ask('trace', { ...place, original: false });
			assert.equal(asked.length, 2);
			assert.equal(view.told.filter(({ method }) => method === 'tracesChanged').length, 1);
		});

		it('get their symbols when a person asks', async () => {
			const { view, place, found } = await ask({ kind: 'noFile', wanted: 'symbols' });
			assert.deepEqual(found?.note?.actions, [{ id: 'symbolicate', label: 'Symbolicate' }]);
			await view.ask('traceAction', { ...place, id: 'symbolicate' });
			await view.heard('tracesChanged');
			const symbolicated = await view.ask('trace', { ...place, original: false });
			assert.equal(symbolicated?.shown, 'deobfuscated');
			assert.equal(textOf(symbolicated), trace);
		});
	});

	it('open whole as a document', async () => {
		const { view, column } = await viewOf('a.csv', csvOf(trace));
		await view.ask('openTrace', { number: 0, column: column('error') });
		const text = await eventually('A document with the trace', async () => {
			const shown = vscode.window.activeTextEditor?.document;
			return shown?.languageId === 'app-errors-trace' ? shown.getText() : undefined;
		});
		assert.ok(text.includes(trace), text);
	});
});

function csvOf(error: string): string {
	return `error,app_package_name,app_version_name,os_name\n"${error.replaceAll('"', '""')}",com.example.shop,2.4.1,android\n`;
}

/** Whether a link such as `Cart.kt:17`, `C:\\src\\Cart.cs:line 17` or `src/cart.ts:17:3` is to the frame's line. */
function isOf({ file, line }: WorkspaceFrame, link: string): boolean {
	const [name = ''] = file.split('/').slice(-1);
	return (
		link.includes(name) && new RegExp(`:\\D*${line}(?!\\d)`).test(link.slice(link.lastIndexOf(name) + name.length))
	);
}

/** Where the cursor is: the file within the workspace, and the line from 1. */
async function place(): Promise<string> {
	const editor = vscode.window.activeTextEditor;
	assert(editor, 'no editor is open');
	return `${vscode.workspace.asRelativePath(editor.document.uri)}:${editor.selection.active.line + 1}`;
}

function textOf(view: TraceView | undefined): string | undefined {
	return view?.lines.map(({ text }) => text).join('\n');
}
