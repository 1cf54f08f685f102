import { documentedPlatforms, type KnownPlatform } from './documentedFormats';

export function inOtherBuild(text: string): string {
	return text
		.replace(/\b(?:14|30|31|40|58)\b/g, (line) => String(Number(line) + 3))
		.replace(/\b0x[\da-f]{4,16}\b|\b[\da-f]{8,16}\b|\b\d{6}\b/g, (address) =>
			address.replace(/.$/, (last) => (last === '1' ? '2' : '1')),
		)
		.replace(/_mB[\dA-F]{7}/g, '_mC52E8D16')
		.replace(/::h[\da-f]{16}/g, '::hfedcba9876543210')
		.replaceAll('/data/app/lib', '/data/app/~~b7==/com.example.shop-1==/lib')
		.replace(/(?<=^|[\s("])\/(?:src|app)\//gm, '/Users/ci/b7/src/')
		.replaceAll('C:\\src\\', 'D:\\a\\7\\src\\')
		.replaceAll('https://example.com/', 'https://cdn.example.com/');
}

const otherFunctions: readonly (readonly [RegExp, string])[] = [
	[/\b(?:total|Total|load|LoadCart|Show|build)\b/g, 'refund'],
	[/Board_Place/g, 'Board_Move'],
	[/(?<=Cart_)total/g, 'refund'],
	[/CartScreen(?=\()/g, 'ItemScreen'],
	[/CartList(?= \(src)/g, 'ItemList'],
	[/&lt;init&gt;/g, 'refund'],
	[/a\.b\.c(?=\()/g, 'a.b.d'],
	[/(?<=\.|in )main\b/g, 'start'],
];

/** Returns the stack trace of an error in another function, or in another file or image if functions have no names. */
export function inOtherFunction(text: string): string {
	const renamed = otherFunctions.reduce((changed, [name, other]) => changed.replace(name, other), text);
	return renamed === text ? text.replace(/Shop|libcart|cart(?=\.)|skwasm/g, 'item') : renamed;
}

/** Returns a stack trace whose frames are in a library. It is unchanged if the format does not show the library. */
export function inLibrary(text: string, platform: KnownPlatform): string {
	return documentedPlatforms[platform].libraries.reduce(
		(changed, [name, library]) => changed.replace(name, library),
		text,
	);
}
