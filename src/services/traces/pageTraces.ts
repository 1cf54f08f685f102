import * as vscode from 'vscode';
import type { FrameQuestion } from '../../core/stack/locate/frameTarget';
import type { EngineClient } from '../../engine/engineClient';
import { linkedLines, type PartLine, type TracePart } from '../../engine/traces/traceParts';
import { deobfuscatedPart, type ReadValue, type TraceReader } from '../../engine/traces/traceReader';
import { getTraces } from '../../engine/tracesOf';
import { DisposableStore } from '../../shared/disposables';
import type { ResultsHost } from '../../shared/protocols/resultsProtocol';
import { RecentCache } from '../../shared/recentCache';
import type { TraceActionId, TraceNote, TraceView } from '../../shared/traceView';
import { formatCount } from '../../wording/formats';
import { describeGap } from '../../wording/mappingMessages';
import { runCommand, type TraceDocument } from '../commands';
import type { Frames } from '../frames/frames';
import {
	describeCutShort,
	describeDeobfuscation,
	describeOriginal,
	describeSymbolicated,
} from '../mappings/deobfuscationNotes';
import { type Mappings, mappingWanted } from '../mappings/mappings';
import { getVersion } from '../revisions/revisions';
import { describeLines, type LineQuestions } from './recordTraceLines';

const { l10n } = vscode;

/** Maximum number of values whose traces are cached, so that going back to a recent record is fast. */
const maxCached = 16;
const throttleMs = 200;

interface TraceServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Pick<Frames, 'onDidChange' | 'frameStatus' | 'open' | 'choose'>;
	readonly mappings: Pick<Mappings, 'onDidChange' | 'deobfuscate' | 'choose' | 'symbolicate'>;
}

interface TraceLocation {
	readonly number: number;
	readonly column: number;
}

interface CachedTrace extends ReadValue {
	/** Symbolicated trace that the user requested. It is shown instead of the deobfuscated trace. */
	readonly symbolicated?: readonly TracePart[];
}

export class Traces implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	private readonly cached = new RecentCache<string, CachedTrace | undefined>(maxCached, { onEvict: close });
	private generation = 0;
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly reader: Pick<TraceReader, 'read'>,
		private readonly services: TraceServices,
		private readonly column: () => vscode.ViewColumn | undefined,
	) {
		this.store.add(services.frames.onDidChange(() => this.changeSoon()));
		this.store.add(
			services.mappings.onDidChange(() => {
				this.invalidateAll();
				this.changeSoon();
			}),
		);
		this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.changeSoon()));
	}

	async view(
		{ original, ...place }: ResultsHost['trace']['params'],
		signal: AbortSignal,
	): Promise<TraceView | undefined> {
		const value = await this.read(place, signal);
		if (!value) {
			return undefined;
		}
		const { lines, rest } = linkedLines(partsShown(value, original), value.rest);
		const other = value.symbolicated ?? value.deobfuscated;
		const note = noteOn(value, lines);
		return {
			...describeLines(lines, this.questions()),
			rest,
			version: value.origin.version,
			note: withCutShort(note && other !== undefined && original ? describeOriginal(note) : note, value),
			shown: other === undefined ? 'only' : original ? 'original' : 'deobfuscated',
		};
	}

	/** Opens the location of a frame. Returns a status message, or '' if nothing was opened. */
	async open({ beside, ...at }: ResultsHost['openFrame']['params'], signal: AbortSignal): Promise<string> {
		const from = this.column();
		const found = await this.frameAt(at, signal);
		if (!found) {
			return '';
		}
		const { frame, trace, value } = found;
		const shown = await this.services.frames.open({
			frame,
			trace,
			where: beside ? 'beside' : 'asSet',
			from,
			version: getVersion(value.origin),
		});
		if (!shown) {
			return '';
		}
		const opened = l10n.t('Opened {0}', `${shown.fileName}:${shown.line1}`);
		return shown.remark === undefined ? opened : `${opened}. ${shown.remark}`;
	}

	async history({ shows, ...at }: ResultsHost['frameHistory']['params'], signal: AbortSignal): Promise<void> {
		const from = this.column();
		const found = await this.frameAt(at, signal);
		const version = found && getVersion(found.value.origin);
		if (!found || !version) {
			return;
		}
		const { frame, trace } = found;
		const target = await this.services.frames.choose({ frame, trace, where: 'asSet', from });
		if (target) {
			const of = { file: vscode.Uri.parse(target.file.uri, true), version, line1: frame.line1 };
			await runCommand(shows === 'asOf' ? 'appErrors.openFileAtVersion' : 'appErrors.showChangesSinceVersion', of);
		}
	}

	async act({ id, ...place }: ResultsHost['traceAction']['params'], signal: AbortSignal): Promise<void> {
		const value = await this.read(place, signal);
		if (!value) {
			return;
		}
		const actions: Readonly<Record<TraceActionId, () => PromiseLike<unknown>>> = {
			chooseMapping: () => this.services.mappings.choose(value.origin, mappingWanted(value.deobfuscation)),
			symbolicate: () => this.symbolicate(place, value),
			openFolder: () => vscode.commands.executeCommand('workbench.action.files.openFolder'),
		};
		await Object.entries(actions).find(([known]) => known === id)?.[1]();
	}

	async openDocument(place: TraceLocation, signal: AbortSignal): Promise<void> {
		const column = this.column();
		const document = await this.document(place, signal);
		if (document) {
			await runCommand('appErrors.openTraceDocument', document, column);
		}
	}

	async document(place: TraceLocation, signal: AbortSignal): Promise<TraceDocument | undefined> {
		const value = await this.read(place, signal);
		if (!value) {
			return undefined;
		}
		const { title, origin, original, rest, cutFrom } = value;
		const texts = [...original.map((part) => part.text), ...(rest === '' ? [] : [rest])];
		const left = cutFrom === undefined ? [] : [describeCut(cutFrom)];
		return { title, text: [...texts, ...left].join('\n'), origin };
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.invalidateAll();
		this.store.dispose();
	}

	private async read(place: TraceLocation, signal: AbortSignal): Promise<CachedTrace | undefined> {
		const key = getKey(place);
		const { generation } = this;
		const value = this.cached.has(key)
			? this.cached.get(key)
			: await this.reader.read(place.number, place.column, signal);
		if (generation === this.generation) {
			this.keep(key, value);
		} else {
			close(value);
		}
		return value;
	}

	private keep(key: string, value: CachedTrace | undefined): void {
		const before = this.cached.get(key);
		if (before?.opened !== value?.opened) {
			close(before);
		}
		this.cached.set(key, value);
	}

	private invalidateAll(): void {
		this.cached.clear();
		this.generation++;
	}

	private async symbolicate(place: TraceLocation, value: ReadValue): Promise<void> {
		const { generation } = this;
		const symbolicated: TracePart[] = [];
		for (const part of value.original) {
			const opened = part.kind === 'trace' ? part.opened : undefined;
			const trace = opened && (await this.services.mappings.symbolicate(opened, value.origin));
			symbolicated.push(trace ? deobfuscatedPart(trace) : part);
		}
		const came = symbolicated.some((part, index) => part !== value.original[index]);
		if (came && generation === this.generation) {
			this.keep(getKey(place), { ...value, symbolicated });
			this.changed.fire();
		}
	}

	private async frameAt(
		{ original, line, text, ...place }: Omit<ResultsHost['openFrame']['params'], 'beside'>,
		signal: AbortSignal,
	): Promise<(FrameQuestion & { readonly value: ReadValue }) | undefined> {
		const value = await this.read(place, signal);
		const known = value && linkedLines(partsShown(value, original), value.rest).lines[line];
		const found = known?.text === text ? known.frame : value && (await this.frameIn(text, signal));
		return value && found && { frame: found.frame, trace: found.trace, value };
	}

	private async frameIn(text: string, signal: AbortSignal): Promise<FrameQuestion | undefined> {
		if (text.length > maxFrameLength) {
			return undefined;
		}
		const { traces } = await getTraces(this.services.engine, { text, format: 'value' }, signal);
		const [read] = traces;
		const frame = read?.trace.sections.flatMap(({ lines }) => lines).find(({ kind }) => kind !== 'raw');
		return read && frame && frame.kind !== 'raw' ? { frame, trace: read.trace } : undefined;
	}

	private questions(): LineQuestions {
		const hasFolder = vscode.workspace.workspaceFolders !== undefined;
		return {
			frameStatus: (frame) => this.services.frames.frameStatus(frame),
			// If no folder is open, a note explains this once for the whole trace.
			missing: () => (hasFolder ? l10n.t('not in the workspace') : ''),
			looking: () => (hasFolder ? l10n.t('searching…') : ''),
			alternatives: (first, more) =>
				more === 0 ? l10n.t('or {0}', first) : l10n.t('or {0}, or {1} more', first, more),
			gap: describeGap,
		};
	}

	private changeSoon(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.changed.fire();
		}, throttleMs);
	}
}

function close(value: CachedTrace | undefined): void {
	value?.opened[Symbol.dispose]();
}

/** Maximum length of a frame in UTF-16 code units. Longer lines are not parsed. */
const maxFrameLength = 16_384;

function getKey({ number, column }: TraceLocation): string {
	return `${number}:${column}`;
}

function partsShown(value: CachedTrace, original: boolean): readonly TracePart[] {
	return original ? value.original : (value.symbolicated ?? value.deobfuscated ?? value.original);
}

function noteOn(value: CachedTrace, lines: readonly PartLine[]): TraceNote | undefined {
	if (value.symbolicated) {
		return describeSymbolicated();
	}
	const note = describeDeobfuscation(value.deobfuscation);
	const leadsNowhere = vscode.workspace.workspaceFolders === undefined && lines.some(({ frame }) => frame);
	return note ?? (leadsNowhere ? describeNoFolder() : undefined);
}

function withCutShort(note: TraceNote | undefined, { cutShort }: CachedTrace): TraceNote | undefined {
	if (!cutShort) {
		return note;
	}
	const sentences = [describeCutShort(), ...(note ? [note.text] : [])];
	return { kind: 'warning', text: sentences.join(' '), actions: note?.actions ?? [] };
}

function describeCut(length: number): string {
	return l10n.t('… (text continues; {0} characters in total)', formatCount(length));
}

function describeNoFolder(): TraceNote {
	const openFolder = { id: 'openFolder', label: l10n.t('Open Folder…') } as const;
	return { kind: 'info', text: l10n.t("No folder is open, so stack frames can't be opened."), actions: [openFolder] };
}
