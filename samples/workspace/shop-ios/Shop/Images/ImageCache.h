#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN

/// Pictures of products, by address. Used from the main thread and from the loader's queue.
@interface ImageCache : NSObject

+ (instancetype)sharedCache;

- (void)storeImage:(UIImage *)image forAddress:(NSString *)address;
- (nullable UIImage *)imageForAddress:(NSString *)address;
- (void)removeAllImages;

@end

NS_ASSUME_NONNULL_END
