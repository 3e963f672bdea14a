package titular.keys;

/**
 * Signs elsewhere, such as in a key service. A signature of ES256 has 64 bytes, as RFC 7518 section 3.4 says: with a key of a
 * provider, such as PKCS#11, that is the Signature SHA256withECDSAinP1363Format.
 */
@FunctionalInterface
public interface Signer {
    /** The signature of a content; its time counts into the limit of a call, which does not end it. */
    byte[] sign(byte[] content) throws Exception;
}
