import type { Event, ViewColumn } from 'vscode';
import type { FrameQuestion, FrameTarget, Located, Outlook } from '../../core/stack/locate/frameTarget';
import type { OwnCode } from '../../core/stack/own/ownCode';
import type { Frame } from '../../core/stack/trace/model';
import type { AppVersion } from '../revisions/revisions';
import type { LineRemarks } from './lineRemarks';

/** In which group of editors code is shown. */
export interface CodePlace {
	/** `beside` is one other group, which is used again; `asSet` is what the setting says. */
	readonly where: 'here' | 'beside' | 'asSet';
	/** The group that the frame was chosen in; the active one if none is given, which follows a click late. */
	readonly from?: ViewColumn | undefined;
}

/** How a frame is opened. */
export interface OpenFrame extends FrameQuestion, CodePlace {
	/** Of the build that threw, as far as it is known. */
	readonly version?: AppVersion | undefined;
}

/** A place, and what is said of how it came about. */
export interface PlacedTarget {
	readonly target: FrameTarget;
	readonly remark: string | undefined;
}

/** Where a frame was shown. */
export interface ShownFrame {
	/** Base name. */
	readonly fileName: string;
	readonly line1: number;
	/** What must be known about the line: it was clamped, has moved, or the trace names none. */
	readonly remark: string | undefined;
}

/** Leads from frames to the files of the workspace. The index behind it is made when the first of these is called. */
export interface Frames {
	/** Files came, went or were read: what was answered before may be wrong now. */
	readonly onDidChange: Event<void>;

	/** Fulfilled when the index holds the workspace; starts it if need be. */
	readonly ready: Promise<void>;

	/** Fulfilled when it is known what the workspace declares as well, so that outlooks stay as they are. */
	readonly known: Promise<void>;

	/** What the workspace declares although it sounds like a library, as far as it is known by now. */
	readonly own: OwnCode;

	/** `own` is another one now. */
	readonly onDidChangeOwn: Event<void>;

	/** At once, from what the index holds by now. */
	outlook(frame: Frame): Outlook;

	locate(question: FrameQuestion, signal?: AbortSignal): Promise<Located>;

	/**
	 * Goes to the line; asks where several places are possible, and says what must be known: a line that was clamped or
	 * moved, or why there is nothing to go to.
	 * @returns undefined when nothing was opened
	 */
	open(request: OpenFrame): Promise<ShownFrame | undefined>;

	/** The place that a frame leads to: asks and says why there is none as `open` does, and goes nowhere. */
	choose(request: FrameQuestion & CodePlace): Promise<FrameTarget | undefined>;

	/** Where the line is now, where the code of the version is known; else as it was located. */
	placed(target: FrameTarget, of: Pick<OpenFrame, 'frame' | 'version'>): Promise<PlacedTarget>;

	/** What is said beside the lines that frames led to. */
	readonly remarks: LineRemarks;

	/**
	 * The first frame of one's own code in the order of the trace that leads somewhere; undefined when there is none.
	 * Threads that did not crash do not count, where the trace tells which one did.
	 */
	firstOwn(trace: FrameQuestion['trace'], signal?: AbortSignal): Promise<Frame | undefined>;
}
