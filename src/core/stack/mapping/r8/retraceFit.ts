import type { Trace } from '../../model';
import { type Fit, fitOf } from '../fit';
import type { ClassNames } from './classMapping';
import { narrow } from './inlineChains';
import type { MapHeader } from './mapHeader';
import { compareMapId } from './mapId';
import type { MinifiedFrame } from './resolveFrame';
import { minifiedFrame } from './retrace';

/** Classes of the platform are in no mapping. Those of libraries are: they are minified with the application. */
const platformClass =
	/^(?:java|javax|jdk|sun|com\.sun|android|dalvik|libcore|com\.android\.(?:internal|server)|org\.(?:json|xml|w3c))\./;

/** @param type as a frame has it */
export function isPlatformClass(type: string): boolean {
	return platformClass.test(type);
}

/** How well an R8 mapping explains a trace: the share of its frames whose class and position it knows. */
export function retraceFit(trace: Trace, names: ClassNames, headers: readonly MapHeader[]): Fit {
	const frames = applicationFrames(trace, names);
	const fit = fitOf(frames.map((frame) => pointsOf(frame, names)));
	const score = fit.kind === 'nothingToMap' ? 1 : fit.score;
	switch (compareMapId(mapIdOf(trace), headers)) {
		case 'same':
			return { kind: 'fits', by: 'mapId', score };
		case 'other':
			return { kind: 'doesNotFit', reason: 'otherMapId', score };
		case 'unknown': {
			const original = frames.filter(({ type }) => names.hasOriginal(type)).length;
			return fit.kind === 'doesNotFit' && original > frames.length / 2 ? { ...fit, reason: 'notMinified' } : fit;
		}
	}
}

/** The `r8-map-id-…` of a trace. */
export function mapIdOf(trace: Trace): string | undefined {
	for (const { lines } of trace.sections) {
		for (const line of lines) {
			if (line.kind !== 'raw' && line.mapId !== undefined) {
				return line.mapId;
			}
		}
	}
	return undefined;
}

/** Each different one once: a recursion proves no more than its first frame. */
function applicationFrames(trace: Trace, names: ClassNames): MinifiedFrame[] {
	const frames = new Map<string, MinifiedFrame>();
	for (const { platform, lines } of trace.sections) {
		for (const line of platform === 'jvm' ? lines : []) {
			const frame = minifiedFrame(line);
			if (frame && (!isPlatformClass(frame.type) || names.classes(frame.type).length > 0)) {
				frames.set(JSON.stringify([frame.type, frame.method, frame.position]), frame);
			}
		}
	}
	return [...frames.values()];
}

function pointsOf(frame: MinifiedFrame, names: ClassNames): number {
	const classes = names.classes(frame.type);
	if (classes.length === 0) {
		return 0;
	}
	const methods = classes.flatMap((section) => section.methods(frame.method, frame.position));
	if (methods.length === 0) {
		// Methods that kept their name and lines are not in a mapping, and neither are those of another build.
		return 0.5;
	}
	// Whatever an outline does to it, its position must be in the mapping.
	return narrow(methods, frame.position, undefined).kind === 'outside' ? 0 : 1;
}
