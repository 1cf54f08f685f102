/** What a promise comes to, or undefined where that takes longer; what it comes to then is nobody's concern. */
export async function withinMs<T>(wanted: Promise<T>, ms: number): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(resolve, ms, undefined);
	});
	try {
		return await Promise.race([wanted, late]);
	} finally {
		clearTimeout(timer);
	}
}
