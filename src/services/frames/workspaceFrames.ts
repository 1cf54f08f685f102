import * as vscode from 'vscode';
import { type FoundSource, findSourceFile } from '../../core/agent/context/findSourceFile';
import { baseName } from '../../core/common/baseName';
import { withinMs } from '../../core/common/withinMs';
import { packagePath } from '../../core/stack/locate/candidates';
import { frameStatus } from '../../core/stack/locate/frameStatus';
import type { FrameQuestion, FrameStatus, FrameTarget, Located, NoTarget } from '../../core/stack/locate/frameTarget';
import { LearnedRoots } from '../../core/stack/locate/learnedRoots';
import { firstOwnFrame, locateFrame } from '../../core/stack/locate/locateFrame';
import type { SourceWorld } from '../../core/stack/locate/sourceWorld';
import type { OwnCode } from '../../core/stack/own/ownCode';
import type { Frame, Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import { editors, traceScheme } from '../../ids';
import { DisposableOwner } from '../../shared/disposables';
import { showInformation, showWarning } from '../../vscode/messages';
import type { Settings } from '../../vscode/settings';
import { describeLineMapping, describeNoTarget } from '../../wording/frameMessages';
import { describeLineNow } from '../../wording/revisionMessages';
import type { AppVersion, LinesNow, Revisions } from '../revisions/revisions';
import { DeclaredCode } from './declaredCode';
import { chooseTarget } from './frameChooser';
import { getLocation, showTarget } from './frameNavigator';
import type { CodePlace, Frames, OpenFrame, ShownFrame } from './frames';
import { LineRemarks, type PlacedTarget } from './lineRemarks';
import { SourceTexts } from './sourceTexts';
import { filesWorkedOn } from './workspaceChanges';
import { WorkspaceIndex } from './workspaceIndex';

/** Resolves frames to files in the open folders, never to other files. */
export class WorkspaceFrames extends DisposableOwner implements Frames {
	private readonly sources = this.owned.add(new WorkspaceIndex());
	private readonly declared = this.owned.add(new DeclaredCode());
	private readonly texts = new SourceTexts();
	private readonly learned = new LearnedRoots();
	private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	readonly onDidChangeOwn = this.declared.onDidChange;
	readonly remarks = this.owned.add(new LineRemarks());
	private readonly group: CodeGroup;
	private declaring: Promise<void> = Promise.resolve();

	/** The engine and the revisions are passed as functions, because they are created after this object. */
	constructor(
		private readonly engine: () => Pick<EngineClient, 'call'>,
		settings: Pick<Settings, 'openSource'>,
		private readonly revisions: () => Pick<Revisions, 'mapLines'>,
	) {
		super();
		this.group = new CodeGroup(settings);
		this.owned.add(
			this.sources.onDidChange(() => {
				this.declaring = this.declared.update(this.sources.current);
				this.changed.fire();
			}),
		);
		this.owned.add(this.declared.onDidChange(() => this.changed.fire()));
	}

	get ready(): Promise<void> {
		return this.sources.ready;
	}

	get known(): Promise<void> {
		return this.ready.then(() => this.declaring);
	}

	get own(): OwnCode {
		return this.declared.current;
	}

	frameStatus(frame: Frame): FrameStatus {
		// Starts indexing without waiting for it. The returned status is based on the current index.
		void this.sources.ready.catch(() => undefined);
		const seen = frameStatus(frame, this.sources.current, this.own);
		return seen === 'missing' && this.sources.isLooking ? 'looking' : seen;
	}

	async locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located> {
		await this.ready;
		return locateFrame(question, this.world(), signal);
	}

	async find(path: string): Promise<FoundSource> {
		await this.ready;
		return findSourceFile(path, this.sources.current.folders, isFile);
	}

	async open(request: OpenFrame): Promise<ShownFrame | undefined> {
		// The editor group is determined before the file is located, because the user may activate another group in the
		// meantime.
		const { from = vscode.window.tabGroups.activeTabGroup.viewColumn } = request;
		const chosen = await this.chooseFrom({ ...request, from });
		if (!chosen) {
			return undefined;
		}
		const placed = await this.placed(chosen.target, request);
		return this.show(placed, chosen.column ?? this.group.columnFor({ ...request, from }));
	}

	async choose(request: FrameQuestion & CodePlace): Promise<FrameTarget | undefined> {
		return (await this.chooseFrom(request))?.target;
	}

	async placed(target: FrameTarget, { frame, version }: Pick<OpenFrame, 'frame' | 'version'>): Promise<PlacedTarget> {
		const known = await lineOfVersion(target, frame, version, this.revisions());
		return known ?? { target, remark: describeLineMapping(target.lineMapping, nameOfFile(target)) };
	}

	async firstOwn(trace: Trace, signal?: AbortSignal): Promise<Frame | undefined> {
		await this.known;
		const { sources, own } = this;
		return firstOwnFrame(trace, { index: sources.current, own }, (question) => this.locate(question, signal));
	}

	private async chooseFrom(
		request: FrameQuestion & CodePlace,
	): Promise<{ readonly target: FrameTarget; readonly column?: vscode.ViewColumn } | undefined> {
		const located = await this.locate(request);
		switch (located.kind) {
			case 'none':
				void notifyWhy(located.reason, request.frame);
				return undefined;
			case 'target':
				return located;
			case 'several': {
				const column = this.group.columnFor(request);
				const target = await chooseTarget(request.frame, located.targets, column);
				if (target) {
					this.learned.chose(packagePath(request.frame), target.file);
				}
				return target && { target, column };
			}
		}
	}

	/** Returns the workspace data for one query. The set of open files is determined only once per query. */
	private world(): SourceWorld {
		const { sources, texts, learned } = this;
		let workedOn: ReadonlySet<string> | undefined;
		return {
			index: sources.current,
			read: (file, signal) => texts.read(file, signal),
			isOpen: ({ uri }) => {
				workedOn ??= filesWorkedOn();
				return workedOn.has(vscode.Uri.parse(uri, true).toString());
			},
			ask: (question, sources, signal) => this.engine().call('readSourceEvidence', { question, sources }, { signal }),
			learned,
			own: this.own,
		};
	}

	private async show({ target, remark }: PlacedTarget, column: vscode.ViewColumn): Promise<ShownFrame | undefined> {
		if (!vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.file.uri, true))) {
			// The folder was closed while the user was picking a location.
			void showWarning(vscode.l10n.t('{0} is no longer in the workspace.', target.file.path));
			return undefined;
		}
		try {
			this.group.shown(await showTarget(target, { column, preview: false }));
		} catch {
			// Replaces the error message of VS Code, which is too technical for users.
			this.sources.missing(vscode.Uri.parse(target.file.uri, true));
			void showWarning(vscode.l10n.t("Can't open {0}. It may have been deleted.", target.file.path));
			return undefined;
		}
		this.remarks.arrived(target, remark);
		return { fileName: nameOfFile(target), line1: target.line1, remark };
	}
}

async function isFile(uri: string): Promise<boolean> {
	try {
		const { type } = await vscode.workspace.fs.stat(vscode.Uri.parse(uri, true));
		return (type & vscode.FileType.File) !== 0;
	} catch {
		return false;
	}
}

function nameOfFile({ file: { path } }: FrameTarget): string {
	return baseName(path);
}

async function notifyWhy(reason: NoTarget, frame: Frame): Promise<void> {
	const message = describeNoTarget(reason, frame);
	if (reason.kind !== 'noWorkspace') {
		void showInformation(message);
		return;
	}
	const openFolder = vscode.l10n.t('Open Folder…');
	if ((await showInformation(message, openFolder)) === openFolder) {
		await vscode.commands.executeCommand('vscode.openFolder');
	}
}

/** Reuses one editor group for source code. `ViewColumn.Beside` would split the editor with every navigation. */
class CodeGroup {
	/** Source file that was shown last. It identifies the editor group, whose column number can change. */
	private last: { readonly uri: string; readonly column: vscode.ViewColumn | undefined } | undefined;

	constructor(private readonly settings: Pick<Settings, 'openSource'>) {}

	columnFor({ where, from = vscode.window.tabGroups.activeTabGroup.viewColumn }: CodePlace): vscode.ViewColumn {
		const beside = where === 'beside' || (where === 'asSet' && this.settings.openSource === 'beside');
		return beside ? this.columnBeside(from) : from;
	}

	shown({ document, viewColumn }: vscode.TextEditor): void {
		this.last = { uri: document.uri.toString(), column: viewColumn };
	}

	private columnBeside(from: vscode.ViewColumn): vscode.ViewColumn {
		const { all } = vscode.window.tabGroups;
		const free = all.filter((group) => group.viewColumn !== from && !isReadIn(group));
		const holding = free.filter(({ tabs }) => tabs.some((tab) => uriOf(tab) === this.last?.uri));
		const used = holding.find(({ viewColumn }) => viewColumn === this.last?.column) ?? holding[0];
		const nearest = free.find(({ viewColumn }) => viewColumn > from) ?? free.at(-1);
		// VS Code creates a new group at the end if no group has this column number yet.
		return (used ?? nearest)?.viewColumn ?? Math.min(all.length + 1, vscode.ViewColumn.Nine);
	}
}

/** Returns true if the group shows records or stack traces, which source code must not cover. */
function isReadIn({ activeTab }: vscode.TabGroup): boolean {
	const input = activeTab?.input;
	return input instanceof vscode.TabInputCustom
		? input.viewType === editors.results
		: input instanceof vscode.TabInputText && input.uri.scheme === traceScheme;
}

function uriOf({ input }: vscode.Tab): string | undefined {
	return input instanceof vscode.TabInputText ? input.uri.toString() : undefined;
}

const maxWaitMs = 3_000;

/**
 * Returns the current location of a frame's line. Returns undefined if the build's source isn't available or doesn't
 * contain the line.
 */
async function lineOfVersion(
	target: FrameTarget,
	{ line1: reportedLine1 }: Frame,
	version: AppVersion | undefined,
	revisions: Pick<Revisions, 'mapLines'>,
): Promise<PlacedTarget | undefined> {
	if (reportedLine1 === undefined || version === undefined) {
		return undefined;
	}
	const found = await withinTime(async (signal) => {
		const document = await vscode.workspace.openTextDocument(getLocation(target).uri);
		return revisions.mapLines(document, version, [reportedLine1], signal);
	});
	const [line] = found?.kind === 'mapped' ? found.lines : [];
	if (found?.kind !== 'mapped' || line === undefined || line.kind === 'absent') {
		return undefined;
	}
	const remark = describeLineNow(line, reportedLine1, version.version, found.tag);
	switch (line.kind) {
		case 'same':
		case 'shifted':
			return { target: { ...target, line1: line.line1 }, remark };
		case 'changed':
			return { target: { ...target, line1: line.line1, column1: undefined }, remark };
		case 'gone':
			return { target: { ...target, line1: Math.max(1, line.near1), column1: undefined }, remark };
	}
}

async function withinTime(ask: (signal: AbortSignal) => Promise<LinesNow>): Promise<LinesNow | undefined> {
	const ending = new AbortController();
	try {
		return await withinMs(
			ask(ending.signal).catch(() => undefined),
			maxWaitMs,
		);
	} finally {
		ending.abort();
	}
}
