import { jvmMember } from '../../names/jvmNames';
import type { Line } from '../../trace/line';
import type { Frame } from '../../trace/model';
import { draftFrame, frameReading, linkPart, type Reading, setLine } from '../../trace/reading';
import type { TraceContext } from '../../trace/traceContext';
import { isCertainSource, readJvmFrame } from './jvmFrame';

/** Parses a frame without `at`: `com.acme.Cart.total (Cart.java:31);`, `com.acme.Cart.total(Cart.java:31)`. */
export function readBareFrame(line: Line, context: TraceContext): Reading | undefined {
	const { content } = line;
	const end = content.endsWith(';') ? content.length - 1 : content.length;
	if (content.charAt(end - 1) !== ')') {
		return undefined;
	}
	const start = content.lastIndexOf('(') + 1;
	// If `at` precedes the location, the frame is from Unity.
	if (start === end - 1 || content.startsWith(':', start) || content.startsWith('at ', start)) {
		return undefined;
	}
	return isCertainSource(content.slice(start, end - 1)) ? readJvmFrame(line, 0, context, end) : undefined;
}

const fileFirst =
	/^((?:[\w$-]{1,200}\.(?:java|kts?|scala|groovy)|SourceFile|Unknown Source):(-?\d{1,9})) ([\w$.<>-]{3,500})$/;

/** Parses a frame that starts with its location: `Cart.java:31 com.acme.Cart.total`. */
export function readFileFirst(line: Line): Reading | undefined {
	const [, place = '', number = '', name = ''] = fileFirst.exec(line.content) ?? [];
	const dot = name.lastIndexOf('.');
	if (dot <= 0 || dot === name.length - 1) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	const flags = new Set<Frame['flags'][number]>(number === '-2' ? ['nativeMethod'] : []);
	frame.type = name.slice(0, dot);
	frame.method = name.slice(dot + 1);
	frame.enclosing = jvmMember(frame.type, frame.method, flags);
	frame.flags = [...flags];
	const file = place.slice(0, place.lastIndexOf(':'));
	if (file !== 'Unknown Source') {
		setLine(frame, Number(number));
	}
	if (file.includes('.')) {
		frame.file = file;
		linkPart(frame, line, 0, place.length);
	} else {
		linkPart(frame, line, place.length + 1, line.content.length);
	}
	return frameReading(frame, 'jvm');
}

const failure =
	/^(Caused by: )?((?:[a-z_]\w{0,60}\.){1,12}[\w$]{1,200}) at ([\w$-]{1,200}\.(?:java|kts?|groovy|scala)):(\d{1,9})$/;

/** Parses an error in Gradle's summary of a failed test: `java.lang.AssertionError at CartTest.kt:31`. */
export function readFailure(line: Line): Reading | undefined {
	const [, caption, type = '', file = '', number = ''] = failure.exec(line.content) ?? [];
	if (type === '') {
		return undefined;
	}
	const kind = caption === undefined ? 'exception' : 'cause';
	const frame = draftFrame('managed', line);
	frame.file = file;
	setLine(frame, Number(number));
	linkPart(frame, line, line.content.length - number.length - 1 - file.length, line.content.length);
	return {
		kind: 'headedFrame',
		header: { kind, nesting: kind === 'cause' ? 'cause' : 'none', type, message: '' },
		frame,
		platform: 'jvm',
	};
}

const composable = /^([\w$<>-]{1,200})\((?:([\w$-]{1,200}\.kt)|<unknown file>):(?:(\d{1,9})|<unknown line>)\)$/;

/** Parses a frame of a Jetpack Compose composition stack, which contains no classes: `at CartScreen(Cart.kt:31)`. */
export function readComposable(line: Line, bodyStart: number): Reading | undefined {
	const { content } = line;
	const isPlaced = content.endsWith(')') && (content.includes('.kt:') || content.includes('<unknown '));
	const [, method, file, number] = isPlaced ? (composable.exec(content.slice(bodyStart)) ?? []) : [];
	if (method === undefined) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	frame.method = method;
	if (!method.startsWith('<')) {
		frame.enclosing = { type: '', method };
	}
	if (file === undefined) {
		return frameReading(frame, 'jvm');
	}
	frame.file = file;
	setLine(frame, number === undefined ? undefined : Number(number));
	const placeLength = number === undefined ? file.length : file.length + 1 + number.length;
	const start = bodyStart + method.length + 1;
	linkPart(frame, line, start, start + placeLength);
	return frameReading(frame, 'jvm');
}
