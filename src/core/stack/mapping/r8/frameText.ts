import { jvmMember } from '../../names/jvmNames';
import type { Frame } from '../../trace/model';
import type { SourcePlace } from './choices';

export function frameAt(place: SourcePlace, source: Frame): Frame {
	const { type, method, file, line1, inlined } = place;
	const native = source.flags.includes('nativeMethod');
	const where = native ? 'Native Method' : (file ?? 'Unknown Source') + (line1 === undefined ? '' : `:${line1}`);
	const start = leadOf(source.text);
	const lead = `${start}${type}.${method}(`;
	const flags = new Set<Frame['flags'][number]>(
		source.flags.filter((flag) => flag === 'async' || flag === 'nativeMethod'),
	);
	if (inlined) {
		flags.add('inlined');
	}
	const enclosing = jvmMember(type, method, flags);
	return {
		kind: 'managed',
		line: source.line,
		text: `${lead}${where})`,
		type,
		method,
		enclosing,
		...(!native && file !== undefined && { file }),
		...(line1 !== undefined && { line1 }),
		...(source.module !== undefined && { module: source.module }),
		flags: [...flags],
		link: native
			? { start: start.length, end: lead.length - 1 }
			: { start: lead.length, end: lead.length + where.length },
	};
}

function leadOf(text: string): string {
	return /^\s*at\s+/.exec(text)?.[0] ?? '\tat ';
}
