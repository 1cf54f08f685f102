import { type Hash, PiecesHash } from '../../../common/hash64';
import type { TraceGrouping } from '../../../stack/grouping/groupKey';
import { needsMapping } from '../../../stack/mapping/traceNeeds';
import { isBundled } from '../../../stack/trace/bundledFrame';
import { localFunction } from '../../../stack/trace/frameLabel';
import type { Frame } from '../../../stack/trace/model';
import { SiteHash } from './siteHash';

/** Maximum number of crash sites to store per trace. */
const maxSites = 32;
/** Maximum number of frames in the user's code to examine per trace. More frames result from infinite recursion. */
const maxFrames = 4096;
/** Traces are compared by hash only if fewer frames than this determine their key. */
const maxCompared = 64;

export class OpenSites {
	/**
	 * Four numbers for each crash site: the two halves of its hash and the two halves of its file's hash. The first site
	 * belongs to the first frame in the user's code. Its numbers are 0 if this frame has no file.
	 */
	readonly numbers: Uint32Array = new Uint32Array(4 * maxSites);
	count = 0;

	get isFull(): boolean {
		return this.count >= maxSites;
	}

	clear(): void {
		this.count = 0;
	}

	add(site: Hash, file: Hash): void {
		const { numbers, count } = this;
		for (let at = 0; at < 4 * count; at += 4) {
			if (numbers[at] === site.low && numbers[at + 1] === site.high) {
				return;
			}
		}
		const at = 4 * count;
		numbers[at] = site.low;
		numbers[at + 1] = site.high;
		numbers[at + 2] = file.low;
		numbers[at + 3] = file.high;
		this.count++;
	}

	addNameless(): void {
		this.numbers.fill(0, 0, 4);
		this.count = 1;
	}
}

interface FrameHashes {
	readonly place: { readonly site: Hash; readonly file: Hash } | undefined;
	readonly name: Hash;
}

export class OwnFramesHash {
	readonly sites: OpenSites = new OpenSites();
	isMinified = false;
	private readonly names = new PiecesHash();
	private readonly site = new SiteHash();
	private readonly label = new PiecesHash();
	/** Hashes of frames by their `link` object, which deobfuscated traces share. */
	private readonly known = new WeakMap<object, FrameHashes>();

	/**
	 * Returns a hash of a trace's frames in the user's code. Traces with equal hashes have equal group keys. The returned
	 * object is reused.
	 */
	read({ ownFrames, isDeobfuscated }: TraceGrouping): Hash | undefined {
		const { names, sites } = this;
		const { trace, decisive, platform } = ownFrames;
		sites.clear();
		this.isMinified = false;
		names.begin();
		names.addText(platform);
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

	private hashes(frame: Frame): FrameHashes {
		const place = this.site.of(frame) ? this.site : undefined;
		const { kind, enclosing, method } = frame;
		const isMember = kind !== 'javascript' && enclosing !== undefined && enclosing.type !== '';
		const isOfSite = place !== undefined && isMember && localFunction(method) === '';
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
