import { type Steps, visitEach } from '../../../common/steps';
import type { Trace } from '../../trace/model';
import { type Fit, fitThreshold } from '../result/fit';
import type { ClassMapping, ClassNames } from './classMapping';
import { isGivenMethod, isGivenType } from './givenNames';
import { minifiedHeads } from './heads';
import { type MethodChains, narrow } from './inlineChains';
import { type KnownFrame, KnownFrames, type KnownPlace, type KnownSection } from './knownFrames';
import type { MapHeader } from './mapHeader';
import { compareMapId } from './mapId';
import type { MinifiedFrame } from './sourcePlaces';

/**
 * From so many frames on a mapping must explain nearly all: that of the next build explains most as well, by chance, since
 * the same short names are given again. The right one explains each.
 */
const minFrames = 4;
const strictThreshold = 0.95;

/** What comes after these frames tells nothing more about a mapping. */
const maxFrames = 1000;

/** Frames beside a run, each of which is looked at before. */
const maxSingles = 64;

interface FitEvidence {
	readonly headers: readonly MapHeader[];
	/** The file's path names the version of the record, or a person chose it for that. */
	readonly ofVersion: boolean;
	/** What these names said of frames of earlier traces. */
	readonly known?: KnownFrames | undefined;
}

/**
 * How well an R8 mapping explains a trace: the share of its frames whose class, method and position it knows, among those
 * that a mapping of the same build would know. Short names and small numbers are in any mapping: only its ID proves it.
 */
export function* retraceFit(
	trace: Trace,
	names: ClassNames,
	{ headers, ofVersion, known = new KnownFrames(names) }: FitEvidence,
): Steps<Fit> {
	const byId = compareMapId(mapIdOf(trace), headers);
	const sections = (yield* known.inTrace(trace)).filter((_, index) => trace.sections[index]?.platform === 'jvm');
	const quick = fitOfRun(sections);
	if (quick !== undefined && byId !== 'other') {
		return { kind: 'fits', by: byId === 'same' ? 'mapId' : ofVersion ? 'version' : 'names', score: quick };
	}
	const frames = yield* applicationFrames(sections, known);
	let explained = 0;
	let counted = 0;
	let tooMuch = false;
	for (const one of frames) {
		if (!one.speaks) {
			yield;
			one.speaks = { answer: speaksFor(one.frame, names) };
		}
		const speaks = one.speaks.answer;
		explained += Number(speaks === true);
		counted += Number(speaks !== undefined);
		tooMuch ||= speaks === undefined && hasTooMuch(one.frame, names);
	}
	const score = counted === 0 ? 0 : explained / counted;
	switch (byId) {
		case 'same':
			return { kind: 'fits', by: 'mapId', score: counted === 0 ? 1 : score };
		case 'other':
			return { kind: 'doesNotFit', reason: 'otherMapId', score };
		case 'unknown':
	}
	const heads = (yield* minifiedHeads(trace)).filter((type) => names.classes(type).length > 0);
	if (counted === 0 && heads.length > 0) {
		return ofVersion ? { kind: 'fits', by: 'version', score: 1 } : { kind: 'doesNotFit', reason: 'unproven', score: 0 };
	}
	if (counted === 0 ? frames.length > 0 : !isEnough(score, counted)) {
		const original = frames.filter(({ frame }) => names.hasOriginal(frame.type)).length;
		const reason = original > frames.length / 2 ? 'notMinified' : tooMuch ? 'tooMuch' : 'fewFound';
		return { kind: 'doesNotFit', reason, score };
	}
	return counted === 0 ? { kind: 'nothingToMap' } : { kind: 'fits', by: ofVersion ? 'version' : 'names', score };
}

function isEnough(score: number, counted: number): boolean {
	return score >= (counted < minFrames ? fitThreshold : strictThreshold);
}

/**
 * The score of what is hardly more than a run, whose frames were asked about before; undefined where it is not enough, or
 * where each frame must be looked at.
 */
function fitOfRun(sections: readonly KnownSection[]): number | undefined {
	const count = sections.reduce((sum, { runs }) => sum + runs.length, 0);
	const speaks = count === 1 ? sections.find(({ runs }) => runs.length > 0)?.runs[0]?.run.speaks : undefined;
	if (!speaks) {
		return undefined;
	}
	let { explained, counted } = speaks;
	const singles = new Set<KnownPlace>();
	for (const { lines, runs } of sections) {
		const [own] = runs;
		for (let index = 0; index < lines.length; index++) {
			if (index === own?.first) {
				index += own.run.frames.length;
			}
			const one = lines[index];
			if (one) {
				if (!one.speaks || singles.size >= maxSingles || singles.has(one.place) || speaks.places.has(one.place)) {
					return undefined;
				}
				singles.add(one.place);
				explained += Number(one.speaks.answer === true);
				counted += Number(one.speaks.answer !== undefined);
			}
		}
	}
	const score = counted === 0 ? 0 : explained / counted;
	return counted > 0 && isEnough(score, counted) ? score : undefined;
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

function hasTooMuch(frame: MinifiedFrame, names: ClassNames): boolean {
	return names.classes(frame.type).some((section) => methodsIn(section, frame) === undefined);
}

/** Undefined for more than is read. */
function methodsIn(section: ClassMapping, { method, position }: MinifiedFrame): readonly MethodChains[] | undefined {
	return section.unread ? undefined : section.methods(method, position);
}

/** Each different one once: a recursion proves no more than its first frame. */
function* applicationFrames(sections: readonly KnownSection[], known: KnownFrames): Steps<readonly KnownFrame[]> {
	const frames: KnownFrame[] = [];
	const list = known.newList();
	for (const { lines } of sections) {
		yield;
		yield* visitEach(lines, (one) => {
			if (one && frames.length < maxFrames) {
				const { place } = one;
				if (place.list !== list) {
					place.list = list;
					place.index = frames.length;
				}
				frames[place.index] = one;
			}
		});
	}
	return frames;
}

/** Whether a mapping of the build that the frame is from could be as this one is; undefined where any could. */
function speaksFor(frame: MinifiedFrame, names: ClassNames): boolean | undefined {
	const classes = names.classes(frame.type);
	if (classes.length === 0) {
		// What keeps its name and its lines need not be in a mapping, and what the system loads is in none.
		return isGivenType(frame.type) ? false : undefined;
	}
	const opinions = classes.map((section) => knows(section, frame, names));
	return opinions.includes(true) || (opinions.includes(undefined) ? undefined : false);
}

function knows(section: ClassMapping, frame: MinifiedFrame, names: ClassNames): boolean | undefined {
	const methods = methodsIn(section, frame);
	if (!methods) {
		return undefined;
	}
	if (methods.length === 0) {
		return lacks(section, frame);
	}
	const source = names.sourceFile(section.original);
	if (isSource(frame.file) && isSource(source) && frame.file !== source) {
		return false;
	}
	// Whatever an outline does to it, its position must be in the mapping.
	return narrow(methods, frame.position, undefined).kind !== 'outside';
}

/**
 * A class without the method. Methods that keep their name and have no lines to be renumbered may be missing: in classes
 * that keep theirs, and where the trace has no line but a place in bytecode at most.
 */
function lacks({ original, minified }: ClassMapping, { method, line1 }: MinifiedFrame): false | undefined {
	const kept = !isGivenMethod(method) && (original === minified || line1 === undefined);
	return kept ? undefined : false;
}

function isSource(file: string | undefined): boolean {
	return file !== undefined && /\.(?:java|kts?|scala|groovy)$/.test(file);
}
