import type { Event, ViewColumn } from 'vscode';
import type { FoundSource } from '../../core/agent/context/findSourceFile';
import type { FrameQuestion, FrameStatus, FrameTarget, Located } from '../../core/stack/locate/frameTarget';
import type { OwnCode } from '../../core/stack/own/ownCode';
import type { Frame } from '../../core/stack/trace/model';
import type { AppVersion } from '../revisions/revisions';
import type { LineRemarks, PlacedTarget } from './lineRemarks';

export interface CodePlace {
	/**
	 * Editor group in which to open the frame. `beside` reuses one other group, and `asSet` depends on the user's
	 * setting.
	 */
	readonly where: 'here' | 'beside' | 'asSet';
	/** Editor group that the user clicked. VS Code activates the group only after the click, so it must be specified. */
	readonly from?: ViewColumn | undefined;
}

export interface OpenFrame extends FrameQuestion, CodePlace {
	readonly version?: AppVersion | undefined;
}

export interface ShownFrame {
	readonly fileName: string;
	readonly line1: number;
	/** Remark about the line, for example that it has moved. */
	readonly remark: string | undefined;
}

/** Resolves stack frames to files in the workspace. The file index is created on first use. */
export interface Frames {
	readonly onDidChange: Event<void>;

	/** Resolves when the workspace has been indexed. Starts indexing if it has not been started. */
	readonly ready: Promise<void>;

	/**
	 * Resolves when the workspace is indexed and declared names have been read. After that, the status of a frame changes
	 * only if files change.
	 */
	readonly known: Promise<void>;

	/** Names declared in the workspace that look like names of library code. Incomplete until `known` resolves. */
	readonly own: OwnCode;

	readonly onDidChangeOwn: Event<void>;

	/** Returns a frame's status according to the current index. Doesn't wait for indexing. */
	frameStatus(frame: Frame): FrameStatus;

	locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located>;

	find(path: string): Promise<FoundSource>;

	/** Opens a frame's location, and shows a remark if the line has moved. Returns undefined if nothing was opened. */
	open(request: OpenFrame): Promise<ShownFrame | undefined>;

	/** Returns a frame's location without opening it. Shows the same prompts and messages as `open`. */
	choose(request: FrameQuestion & CodePlace): Promise<FrameTarget | undefined>;

	/** Maps a location to the current line if the version's source is available. */
	placed(target: FrameTarget, of: Pick<OpenFrame, 'frame' | 'version'>): Promise<PlacedTarget>;

	readonly remarks: LineRemarks;

	/**
	 * Returns the first frame in the user's code that can be resolved. If the crashed thread is known, searches only this
	 * thread.
	 */
	firstOwn(trace: FrameQuestion['trace'], signal?: AbortSignal): Promise<Frame | undefined>;
}
