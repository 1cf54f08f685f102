import type { Line } from '../../trace/line';
import { boundary, frameReading, note, type Reading, thread } from '../../trace/reading';
import { readNdkFrame } from '../native/ndk';

/**
 * Parses thread headers: `"main" prio=5 tid=1 Blocked`, `"Signal Catcher" sysTid=4129`, `"main" #1 [123] prio=5 …`,
 * `"main" Id=1 RUNNABLE`.
 */
export function readThreadHead(line: Line): Reading | undefined {
	const { content } = line;
	const close = content.indexOf('" ', 1);
	if (close === -1) {
		return undefined;
	}
	const rest = content.slice(close + 1);
	return rest.includes(' tid=') || rest.includes(' sysTid=') || rest.includes(' prio=') || /^ (?:#|Id=)\d+ /.test(rest)
		? thread(content.slice(1, close), 'jvm')
		: undefined;
}

/** Parses a thread header in the format `main (native):tid=1 systid=16239`, or the line with IDs that may precede it. */
export function readThreadState({ content }: Line): Reading | undefined {
	if (/^tid=\d{1,9} systid=\d{1,9}$/.test(content)) {
		return note;
	}
	const id = content.search(/\): ?tid=/);
	const state = content.lastIndexOf(' (', id);
	return id !== -1 && state > 0 && /^[\w ]{1,30}$/.test(content.slice(state + 2, id))
		? thread(content.slice(0, state), 'jvm')
		: undefined;
}

const lock = /^- (?:locked|waiting|sleeping|parking|eliminated|None|blocked)/;

/** Parses a line of a thread dump: `- waiting to lock <0x0a11bb22> (a java.lang.Object) held by thread 12`. */
export function readDash(line: Line): Reading | undefined {
	const { content } = line;
	if (content.startsWith('----- ')) {
		return boundary;
	}
	return lock.test(content) ? note : undefined;
}

export function readNativeInThread(line: Line): Reading | undefined {
	const caption = 'native: ';
	if (!line.content.startsWith(caption)) {
		return undefined;
	}
	const reading = readNdkFrame(line, line.content.indexOf('#', caption.length));
	return reading?.kind === 'frame' ? frameReading(reading.frame, undefined) : note;
}

const noteStart =
	/^(?:\(no managed stack frames\)|java\.lang\.Thread\.State: |Locked ownable synchronizers:|DALVIK THREADS|(?:Cmd line|Process|FATAL EXCEPTION): )/;

export function readThreadNote(line: Line): Reading | undefined {
	return noteStart.test(line.content) ? note : undefined;
}
