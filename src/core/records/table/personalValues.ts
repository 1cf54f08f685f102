const maxLength = 320;
// Fast, because the input has at most 320 characters (`maxLength`).
const email = /^[^\s@<>]{1,64}(?:@|＠|%40)[^\s@<>]{1,250}\.\p{L}{2,63}$/u;
const ipv4 = /^(?:::ffff:)?(?:\d{1,3}\.){3}\d{1,3}$/i;
const ipv6 = /^[\da-f:]{2,45}(?:%\w{1,16})?$/i;
const mac = /^(?:[\da-f]{2}:){5}[\da-f]{2}$|^(?:[\da-f]{2}-){5}[\da-f]{2}$/i;
/** Matches a phone number with a country code or separators. Digits alone could be any number. */
const phone = /^\+\d[\d ()./-]{6,20}$|^\(?\d{2,5}[)/ -][\d ()-]{6,20}$/;
const date = /^\d{4}-\d{2}-\d{2}/;
const imei = /^\d{15}$/;
/** Matches column names whose values may be versions that look like IP addresses. */
const versionName = /version|build|release/i;

const uuid = /^\{?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}?$/i;
const hex = /^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/i;
const maxIdLength = 64;

export function looksLikeId(value: string): boolean {
	return value.length >= 32 && value.length <= maxIdLength && (uuid.test(value) || hex.test(value));
}

export function looksPersonal(value: string, columnName: string): boolean {
	if (value.length < 6 || value.length > maxLength) {
		return false;
	}
	return (
		email.test(value) ||
		(ipv4.test(value) && isIpv4(value) && !versionName.test(columnName)) ||
		(ipv6.test(value) && isIpv6(value)) ||
		mac.test(value) ||
		(phone.test(value) && isPhone(value)) ||
		(imei.test(value) && hasCheckDigit(value))
	);
}

function isIpv4(value: string): boolean {
	return value
		.slice(value.lastIndexOf(':') + 1)
		.split('.')
		.every((part) => Number(part) <= 255);
}

function isPhone(value: string): boolean {
	const { length } = value.replace(/\D/g, '');
	return length >= 8 && length <= 15 && !date.test(value);
}

function isIpv6(value: string): boolean {
	const groups = value.replace(/%.*/, '').split(':');
	const isWritten = groups.every((group) => group.length <= 4) && groups.length >= 3;
	return isWritten && (groups.length === 8 || (value.includes('::') && /\d/.test(value)));
}

/** Returns true if the last digit is the correct check digit (Luhn algorithm). */
function hasCheckDigit(value: string): boolean {
	const sum = Array.from(value, Number).reduce((sum, digit, index) => {
		const weighted = index % 2 === value.length % 2 ? 2 * digit : digit;
		return sum + (weighted > 9 ? weighted - 9 : weighted);
	}, 0);
	return sum > 0 && sum % 10 === 0;
}
