import { type Hash, PiecesHash } from '../../../common/hash64';
import type { TraceGrouping } from '../../../stack/grouping/groupKey';
import { needsMapping } from '../../../stack/mapping/traceNeeds';
import { isBundled } from '../../../stack/trace/bundledFrame';
import type { Frame } from '../../../stack/trace/model';
import { OpenSites } from './openSites';
import { SiteHash } from './siteHash';

/** Frames of one's own code that are looked at in one trace: more are a recursion without end. */
const maxFrames = 4096;
/** Traces with more of them are not compared. */
const maxCompared = 64;

interface FrameHashes {
	/** Undefined where the frame names no file. */
	readonly place: { readonly site: Hash; readonly file: Hash } | undefined;
	/** For all that its label is made of. */
	readonly name: Hash;
}

/** Reads the frames of one's own code of one trace after another. */
export class OwnFramesHash {
	/** The sites of the trace that was read last. */
	readonly sites: OpenSites = new OpenSites();
	/** Whether only a mapping would tell these. */
	isMinified = false;
	private readonly names = new PiecesHash();
	private readonly site = new SiteHash();
	private readonly label = new PiecesHash();
	/** By the `link` of a frame: traces that mappings deobfuscated have most of them in common, as the same objects. */
	private readonly known = new WeakMap<object, FrameHashes>();

	/**
	 * Traces for which the same stands have the same key where that is made of own frames alone, in whatever lines these are.
	 * @returns undefined for a trace that is not compared; the same object each time
	 */
	read({ ownFrames, isDeobfuscated }: TraceGrouping): Hash | undefined {
		const { names, sites } = this;
		const { trace, decisive } = ownFrames;
		sites.clear();
		this.isMinified = false;
		names.begin();
		names.addText(trace.platform);
		names.addText(decisive.header?.type ?? '');
		const ofKey = ownFrames.countOfKey(maxFrames);
		const compared = ofKey < maxCompared ? ofKey : 0;
		for (let index = 0; index < maxFrames && (index < compared || !sites.isFull); index++) {
			const frame = ownFrames.at(index);
			if (!frame) {
				break;
			}
			this.isMinified ||= !isDeobfuscated && !sites.isFull && needsMapping(frame, trace);
			const { place, name } = isDeobfuscated ? this.knownHashes(frame) : this.hashes(frame);
			if (index < compared) {
				names.addNumber(name.low);
				names.addNumber(name.high);
			}
			if (place && !sites.isFull) {
				sites.add(place.site, place.file);
			} else if (!place && index === 0) {
				sites.addNameless();
			}
		}
		names.end();
		return ofKey < maxCompared ? names : undefined;
	}

	/** Of frames that mappings made. */
	private knownHashes(frame: Frame): FrameHashes {
		const { link } = frame;
		const known = link && this.known.get(link);
		if (known) {
			return known;
		}
		const { place, name } = this.hashes(frame);
		const hashes = { place: place && { site: copy(place.site), file: copy(place.file) }, name: copy(name) };
		if (link) {
			this.known.set(link, hashes);
		}
		return hashes;
	}

	/** Good until the next frame. */
	private hashes(frame: Frame): FrameHashes {
		const place = this.site.of(frame) ? this.site : undefined;
		const { kind, enclosing } = frame;
		const isOfSite = place !== undefined && kind !== 'javascript' && enclosing !== undefined && enclosing.type !== '';
		return { place, name: isOfSite ? this.site.member : this.hashOfLabel(frame) };
	}

	private hashOfLabel(frame: Frame): Hash {
		const { kind, file = '', enclosing, method = '', image, position } = frame;
		const { label } = this;
		label.begin();
		label.addText(kind);
		label.addText(file);
		label.addText(method);
		label.addText(image?.name ?? '');
		label.addText(position?.kind ?? '');
		label.addNumber(Number(isBundled(frame)));
		if (enclosing) {
			label.addText(enclosing.type);
			label.addText(enclosing.method);
		}
		label.end();
		return label;
	}
}

function copy({ low, high }: Hash): Hash {
	return { low, high };
}
