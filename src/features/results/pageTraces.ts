import * as vscode from 'vscode';
import type { FrameQuestion } from '../../core/stack/locate/frameTarget';
import type { EngineClient } from '../../engine/engineClient';
import { tracesOf } from '../../engine/tracesOf';
import { runCommand } from '../../services/commands';
import type { Frames } from '../../services/frames/frames';
import {
	describeCutShort,
	describeDeobfuscation,
	describeOriginal,
	describeSymbolicated,
} from '../../services/mappings/deobfuscationNotes';
import { type Mappings, mappingWanted } from '../../services/mappings/mappings';
import { versionOf } from '../../services/mappings/traceOrigin';
import { linkedLines, type PartLine, type TracePart } from '../../services/traces/traceParts';
import { deobfuscatedPart, type ReadValue, type TraceReader } from '../../services/traces/traceReader';
import { DisposableStore } from '../../shared/disposables';
import { RecentCache } from '../../shared/recentCache';
import type { ResultsHost } from '../../shared/resultsProtocol';
import type { TraceActionId, TraceNote, TraceView } from '../../shared/traceView';
import { formatCount } from '../../wording/formats';
import { describeGap } from '../../wording/mappingMessages';
import { describeLines, type LineQuestions } from './recordTraceLines';

const { l10n } = vscode;

/** Values whose traces are kept: those a person goes to and fro between. */
const maxKept = 16;
/** Changes within this time are reported as one (milliseconds). */
const together = 200;

interface TraceServices {
	readonly engine: Pick<EngineClient, 'call'>;
	readonly frames: Pick<Frames, 'onDidChange' | 'outlook' | 'open' | 'choose'>;
	readonly mappings: Pick<Mappings, 'onDidChange' | 'deobfuscate' | 'choose' | 'symbolicate'>;
}

interface Place {
	readonly number: number;
	readonly column: number;
}

interface Kept extends ReadValue {
	/** In place of what mappings made of it, because a person asked. */
	readonly symbolicated?: readonly TracePart[];
}

/** The stack traces of one document's records, as its views show and open them. */
export class Traces implements vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	/** What was answered before may be wrong now. */
	readonly onDidChange = this.changed.event;
	private readonly kept = new RecentCache<string, Kept | undefined>(maxKept, { onDrop: close });
	/** Goes up when everything kept is thrown away. */
	private generation = 0;
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly reader: Pick<TraceReader, 'read'>,
		private readonly services: TraceServices,
		/** The group of editors that the view is in. */
		private readonly column: () => vscode.ViewColumn | undefined,
	) {
		this.store.add(services.frames.onDidChange(() => this.changeSoon()));
		this.store.add(
			services.mappings.onDidChange(() => {
				this.forgetAll();
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

	/** @returns a message about what was opened, '' when nothing was */
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
			version: versionOf(value.origin),
		});
		if (!shown) {
			return '';
		}
		const opened = l10n.t('Opened {0}', `${shown.fileName}:${shown.line1}`);
		return shown.remark === undefined ? opened : `${opened}. ${shown.remark}`;
	}

	/** Shows what the history of a frame's file says about the version that threw. */
	async history({ shows, ...at }: ResultsHost['frameHistory']['params'], signal: AbortSignal): Promise<void> {
		const from = this.column();
		const found = await this.frameAt(at, signal);
		const version = found && versionOf(found.value.origin);
		if (!found || !version) {
			return;
		}
		const { frame, trace } = found;
		const target = await this.services.frames.choose({ frame, trace, where: 'asSet', from });
		if (target) {
			const of = { file: vscode.Uri.parse(target.file.uri, true), version, line1: frame.line1 };
			await runCommand(shows === 'asOf' ? 'appErrors.openAsOf' : 'appErrors.changesSince', of);
		}
	}

	/** Carries out what a note's button says. */
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

	/** Opens the value's traces as a document, which deobfuscates them by itself. */
	async openDocument(place: Place, signal: AbortSignal): Promise<void> {
		const column = this.column();
		const value = await this.read(place, signal);
		if (value) {
			const { title, origin, original, rest, cutFrom } = value;
			const texts = [...original.map((part) => part.text), ...(rest === '' ? [] : [rest])];
			const left = cutFrom === undefined ? [] : [describeCut(cutFrom)];
			const text = [...texts, ...left].join('\n');
			await runCommand('appErrors.openTraceDocument', { title, text, origin }, column);
		}
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.forgetAll();
		this.store.dispose();
	}

	private async read(place: Place, signal: AbortSignal): Promise<Kept | undefined> {
		const key = keyOf(place);
		const { generation } = this;
		const value = this.kept.has(key) ? this.kept.get(key) : await this.reader.read(place.number, place.column, signal);
		if (generation === this.generation) {
			this.keep(key, value);
		} else {
			close(value);
		}
		return value;
	}

	private keep(key: string, value: Kept | undefined): void {
		const before = this.kept.get(key);
		if (before?.opened !== value?.opened) {
			close(before);
		}
		this.kept.set(key, value);
	}

	private forgetAll(): void {
		this.kept.clear();
		this.generation++;
	}

	private async symbolicate(place: Place, value: ReadValue): Promise<void> {
		const { generation } = this;
		const symbolicated: TracePart[] = [];
		for (const part of value.original) {
			const opened = part.kind === 'trace' ? part.opened : undefined;
			const trace = opened && (await this.services.mappings.symbolicate(opened, value.origin));
			symbolicated.push(trace ? deobfuscatedPart(trace) : part);
		}
		const came = symbolicated.some((part, index) => part !== value.original[index]);
		if (came && generation === this.generation) {
			this.keep(keyOf(place), { ...value, symbolicated });
			this.changed.fire();
		}
	}

	/** The frame on a line of a value; undefined where there is none. */
	private async frameAt(
		{ original, line, text, ...place }: Omit<ResultsHost['openFrame']['params'], 'beside'>,
		signal: AbortSignal,
	): Promise<(FrameQuestion & { readonly value: ReadValue }) | undefined> {
		const value = await this.read(place, signal);
		const known = value && linkedLines(partsShown(value, original), value.rest).lines[line];
		const found = known?.text === text ? known.frame : value && (await this.frameIn(text, signal));
		return value && found && { frame: found.frame, trace: found.trace, value };
	}

	/** What a line says alone, whatever has become of the trace that it was shown in. */
	private async frameIn(text: string, signal: AbortSignal): Promise<FrameQuestion | undefined> {
		if (text.length > maxFrameLength) {
			return undefined;
		}
		const { traces } = await tracesOf(this.services.engine, { text, format: 'value' }, signal);
		const [read] = traces;
		const frame = read?.trace.sections.flatMap(({ lines }) => lines).find(({ kind }) => kind !== 'raw');
		return read && frame && frame.kind !== 'raw' ? { frame, trace: read.trace } : undefined;
	}

	private questions(): LineQuestions {
		const hasFolder = vscode.workspace.workspaceFolders !== undefined;
		return {
			outlook: (frame) => this.services.frames.outlook(frame),
			// Without a folder the note says it once.
			missing: () => (hasFolder ? l10n.t('not in the workspace') : ''),
			looking: () => (hasFolder ? l10n.t('looking…') : ''),
			alternatives: (first, more) =>
				more === 0 ? l10n.t('or {0}', first) : l10n.t('or {0}, or {1} more', first, more),
			gap: describeGap,
		};
	}

	private changeSoon(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.changed.fire();
		}, together);
	}
}

function close(value: Kept | undefined): void {
	value?.opened[Symbol.dispose]();
}

/** A longer line is no frame (UTF-16 units). */
const maxFrameLength = 16_384;

function keyOf({ number, column }: Place): string {
	return `${number}:${column}`;
}

function partsShown(value: Kept, original: boolean): readonly TracePart[] {
	return original ? value.original : (value.symbolicated ?? value.deobfuscated ?? value.original);
}

function noteOn(value: Kept, lines: readonly PartLine[]): TraceNote | undefined {
	if (value.symbolicated) {
		return describeSymbolicated();
	}
	const note = describeDeobfuscation(value.deobfuscation);
	const leadsNowhere = vscode.workspace.workspaceFolders === undefined && lines.some(({ frame }) => frame);
	return note ?? (leadsNowhere ? describeNoFolder() : undefined);
}

/** Says first that there may be more frames than are shown as such. */
function withCutShort(note: TraceNote | undefined, { cutShort }: Kept): TraceNote | undefined {
	if (!cutShort) {
		return note;
	}
	const sentences = [describeCutShort(), ...(note ? [note.text] : [])];
	return { kind: 'warning', text: sentences.join(' '), actions: note?.actions ?? [] };
}

/** Stands below the beginning of a value. */
function describeCut(length: number): string {
	return l10n.t('… The text goes on: it has {0} characters.', formatCount(length));
}

/** Why no frame leads anywhere. */
function describeNoFolder(): TraceNote {
	const openFolder = { id: 'openFolder', label: l10n.t('Open Folder…') } as const;
	return { kind: 'info', text: l10n.t('No folder is open, so frames lead nowhere.'), actions: [openFolder] };
}
