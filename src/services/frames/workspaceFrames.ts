import * as vscode from 'vscode';
import { baseName } from '../../core/common/baseName';
import { packagePath } from '../../core/stack/locate/candidates';
import type { FrameQuestion, FrameTarget, Located, NoTarget, Outlook } from '../../core/stack/locate/frameTarget';
import { LearnedRoots } from '../../core/stack/locate/learnedRoots';
import { firstOwnFrame, locateFrame } from '../../core/stack/locate/locateFrame';
import { outlook } from '../../core/stack/locate/outlook';
import type { SourceWorld } from '../../core/stack/locate/sourceWorld';
import type { OwnCode } from '../../core/stack/own/ownCode';
import type { Frame, Trace } from '../../core/stack/trace/model';
import type { EngineClient } from '../../engine/engineClient';
import { DisposableStore } from '../../shared/disposables';
import { showInformation, showWarning } from '../../vscode/messages';
import type { Settings } from '../../vscode/settings';
import { describeFate, describeNoTarget } from '../../wording/frameMessages';
import type { Revisions } from '../revisions/revisions';
import { CodeGroup } from './codeGroup';
import { DeclaredCode } from './declaredCode';
import { chooseTarget } from './frameChooser';
import { showTarget } from './frameNavigator';
import type { CodePlace, Frames, OpenFrame, PlacedTarget, ShownFrame } from './frames';
import { lineOfVersion } from './lineOfVersion';
import { LineRemarks } from './lineRemarks';
import { SourceTexts } from './sourceTexts';
import { filesWorkedOn } from './workspaceChanges';
import { WorkspaceIndex } from './workspaceIndex';

/** Leads from frames to the files of the open folders, and to no other files. */
export class WorkspaceFrames implements Frames, vscode.Disposable {
	private readonly store = new DisposableStore();
	private readonly sources = this.store.add(new WorkspaceIndex());
	private readonly declared = this.store.add(new DeclaredCode());
	private readonly texts = new SourceTexts();
	private readonly learned = new LearnedRoots();
	private readonly changed = this.store.add(new vscode.EventEmitter<void>());
	readonly onDidChange = this.changed.event;
	readonly onDidChangeOwn = this.declared.onDidChange;
	readonly remarks = this.store.add(new LineRemarks());
	private readonly group: CodeGroup;
	private looking: Promise<void> = Promise.resolve();

	/**
	 * @param engine Made later; asked about sources.
	 * @param revisions Made later; asked where lines of a build are now.
	 */
	constructor(
		private readonly engine: () => Pick<EngineClient, 'call'>,
		settings: Pick<Settings, 'openCode'>,
		private readonly revisions: () => Pick<Revisions, 'mapLines'>,
	) {
		this.group = new CodeGroup(settings);
		this.store.add(
			this.sources.onDidChange(() => {
				this.looking = this.declared.look(this.sources.current);
				this.changed.fire();
			}),
		);
		this.store.add(this.declared.onDidChange(() => this.changed.fire()));
	}

	get ready(): Promise<void> {
		return this.sources.ready;
	}

	get known(): Promise<void> {
		return this.ready.then(() => this.looking);
	}

	get own(): OwnCode {
		return this.declared.current;
	}

	outlook(frame: Frame): Outlook {
		// Starts the index; what it holds by now is what can be said at once.
		void this.sources.ready.catch(() => undefined);
		const seen = outlook(frame, this.sources.current, this.own);
		return seen === 'missing' && this.sources.isLooking ? 'looking' : seen;
	}

	async locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located> {
		await this.ready;
		return locateFrame(question, this.world(), signal);
	}

	async open(request: OpenFrame): Promise<ShownFrame | undefined> {
		// Where the person is now: finding the file may take longer than moving on.
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
		return known ?? { target, remark: describeFate(target.fate, nameOfFile(target)) };
	}

	async firstOwn(trace: Trace, signal?: AbortSignal): Promise<Frame | undefined> {
		await this.known;
		const { sources, own } = this;
		return firstOwnFrame(trace, { index: sources.current, own }, (question) => this.locate(question, signal));
	}

	dispose(): void {
		this.store.dispose();
	}

	/** @returns with it the group of editors that it was chosen in, where it was */
	private async chooseFrom(
		request: FrameQuestion & CodePlace,
	): Promise<{ readonly target: FrameTarget; readonly column?: vscode.ViewColumn } | undefined> {
		const located = await this.locate(request);
		switch (located.kind) {
			case 'none':
				void tellWhy(located.reason, request.frame);
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

	/** As it is for one question: what is worked on may be many files, and is asked of each candidate. */
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
			ask: (question, sources, signal) => this.engine().call('askSources', { question, sources }, { signal }),
			learned,
			own: this.own,
		};
	}

	private async show({ target, remark }: PlacedTarget, column: vscode.ViewColumn): Promise<ShownFrame | undefined> {
		if (!vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(target.file.uri, true))) {
			// Its folder was closed while a person chose.
			void showWarning(vscode.l10n.t('{0} is not in the workspace any more.', target.file.path));
			return undefined;
		}
		try {
			this.group.shown(await showTarget(target, { column, preview: false }));
		} catch {
			// The editor's own reasons are its own words; what a person can use is that the file is not to be had.
			this.sources.missing(vscode.Uri.parse(target.file.uri, true));
			void showWarning(vscode.l10n.t('{0} cannot be opened. It may have been deleted.', target.file.path));
			return undefined;
		}
		this.remarks.arrived(target, remark);
		return { fileName: nameOfFile(target), line1: target.line1, remark };
	}
}

function nameOfFile({ file: { path } }: FrameTarget): string {
	return baseName(path);
}

/** Says why there is nothing to go to, with a button where one helps. */
async function tellWhy(reason: NoTarget, frame: Frame): Promise<void> {
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
