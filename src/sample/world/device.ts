import { appleBuilds, type Model, modelChoice, type OsName } from './models';
import { type Country, countryChoice, type Operator } from './places';
import { Draws, mix, toFraction, Weighted } from './random';

const trait = {
	character: 1,
	id: 2,
	city: 3,
	locale: 4,
	osVersion: 5,
	address: 6,
	profile: 7,
	advertising: 8,
	vendor: 9,
	updateDelay: 10,
} as const;

/** Device whose properties depend only on its key. Expensive properties are generated when they are read. */
export class Device {
	readonly country: Country;
	readonly model: Model;
	readonly operator: Operator | undefined;

	constructor(
		private readonly key: number,
		readonly os: OsName,
	) {
		const draws = this.draws(trait.character);
		this.country = countryChoice.choose(draws.fraction());
		this.model = modelChoice[os].choose(draws.fraction());
		this.operator = os === 'windows' || draws.below(8) === 0 ? undefined : draws.pick(this.country.operators);
	}

	/** Unsigned 64-bit ID. About half of the IDs don't fit into a signed 64-bit integer. */
	get id(): string {
		return this.draws(trait.id).unsigned64();
	}

	get city(): string {
		const draws = this.draws(trait.city);
		return draws.below(12) === 0 ? '' : draws.pick(this.country.cities);
	}

	get locale(): string {
		return this.draws(trait.locale).pick(this.country.locales);
	}

	get osVersion(): string {
		return this.draws(trait.osVersion).pick(this.model.osVersions);
	}

	get osBuild(): string {
		return appleBuilds.get(this.osVersion) ?? '???';
	}

	/** IP address from a block that is reserved for documentation (RFC 5737, RFC 3849). */
	get address(): string {
		const draws = this.draws(trait.address);
		if (draws.below(4) === 0) {
			return `2001:db8:${draws.hex(4)}:${draws.hex(4)}::${draws.between(1, 0xffff).toString(16)}`;
		}
		return `::ffff:${draws.pick(['192.0.2', '198.51.100', '203.0.113'])}.${draws.between(1, 254)}`;
	}

	get profileId(): string {
		const draws = this.draws(trait.profile);
		const kind = draws.below(400);
		if (kind === 0) {
			return draws.pick(['=1+2', '+user', '-5', '@user', '"quoted"', 'a,b', 'ユーザー7']);
		}
		return kind < 200 ? `user-${draws.between(10_000, 9_999_999)}` : '';
	}

	get googleId(): string {
		return this.os === 'android' ? this.draws(trait.advertising).uuid() : '';
	}

	/** Advertising ID on iOS. All zeros if the user has disabled tracking. */
	get appleAdvertisingId(): string {
		const draws = this.draws(trait.advertising);
		if (this.os !== 'ios') {
			return '';
		}
		return draws.below(3) === 0 ? draws.uuid().toUpperCase() : '00000000-0000-0000-0000-000000000000';
	}

	get appleVendorId(): string {
		return this.os === 'ios' ? this.draws(trait.vendor).uuid().toUpperCase() : '';
	}

	get windowsId(): string {
		return this.os === 'windows' ? this.draws(trait.advertising).hex(32) : '';
	}

	/** Days between a release and its installation on this device. A few devices install updates late. */
	get updateDelay(): number {
		return 30 * toFraction(mix(this.key, trait.updateDelay)) ** 3;
	}

	private draws(purpose: number): Draws {
		return new Draws(mix(this.key, purpose));
	}
}

/** Chooses devices for records. A few devices have many errors, and most devices have one or two. */
export class Devices {
	private readonly count: number;
	private readonly osChoice: Weighted<readonly [OsName, number]>;

	constructor(
		private readonly key: number,
		records: number,
		shares: readonly [readonly [OsName, number], ...(readonly [OsName, number])[]],
	) {
		this.count = Math.max(20, Math.ceil(records / 4));
		this.osChoice = new Weighted(shares, ([, share]) => share);
	}

	choose(fraction: number): Device {
		const key = mix(this.key, Math.floor(this.count * fraction ** 2));
		const [os] = this.osChoice.choose(toFraction(mix(key, 0)));
		return new Device(key, os);
	}
}
