import { own, thrown } from '../jvm';
import { androidFrames as frames } from './frames';
import { click, listLayout } from './libraryFrames';

export const withdrawnProduct = thrown({
	type: 'java.lang.NullPointerException',
	message: "Attempt to invoke virtual method 'java.lang.String java.lang.String.trim()' on a null object reference",
	frames: [own(frames.bindTitle), ...listLayout],
});

export const staleList = thrown(
	{
		type: 'java.lang.IndexOutOfBoundsException',
		message: (draws) => {
			const length = 20 * draws.between(1, 6);
			return `Index ${length} out of bounds for length ${length}`;
		},
		frames: [
			'jdk.internal.util.Preconditions.outOfBounds(Preconditions.java:64)',
			'jdk.internal.util.Preconditions.outOfBoundsCheckIndex(Preconditions.java:70)',
			'jdk.internal.util.Preconditions.checkIndex(Preconditions.java:266)',
			'java.util.Objects.checkIndex(Objects.java:385)',
			'java.util.ArrayList.get(ArrayList.java:434)',
			own(frames.bindPosition),
			...listLayout,
		],
	},
	{ since: '2.4.1' },
);

export const notFeatured = thrown(
	{
		type: 'java.lang.ClassCastException',
		message: 'com.example.shop.catalog.Product cannot be cast to com.example.shop.catalog.FeaturedProduct',
		frames: [
			own(frames.openProduct),
			'com.example.shop.catalog.ProductAdapter$$ExternalSyntheticLambda0.onClick(D8$$SyntheticClass:0)',
			...click,
		],
	},
	{ since: '2.4.0' },
);

export const missingString = thrown(
	{
		type: 'android.content.res.Resources$NotFoundException',
		message: 'String resource ID #0x7f1200a4',
		frames: [
			'android.content.res.ResourcesImpl.getValue(ResourcesImpl.java:286)',
			'android.content.res.Resources.getText(Resources.java:405)',
			'android.view.LayoutInflater.inflate(LayoutInflater.java:724)',
			own(frames.inflateRow),
			...listLayout,
		],
	},
	{ until: '2.2.0' },
);

/** 1,024 frames are all that the virtual machine prints: a text of about 70 kB. */
export const categoryCircle = thrown(
	{
		type: 'java.lang.StackOverflowError',
		message: 'stack size 8192KB',
		frames: Array.from({ length: 1024 }, () => own(frames.depthOf)),
	},
	{ rarity: 20 },
);
