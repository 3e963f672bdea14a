package titular.keys;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.PSSParameterSpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Opens private keys that sign assertions. */
public final class PrivateKeys {
    private static final int MIN_RSA_BITS = 2048;
    private static final Pattern PEM =
        Pattern.compile("\\s*-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----\\s*");

    private PrivateKeys() {}

    /** What signs, with its algorithm of RFC 7518 or RFC 8037. */
    public record Named(String algorithm, Signer signer) {}

    /** Opens PKCS#8 PEM; a key of RSA signs by PS256 where that is wanted. */
    public static Named open(String pem, String wanted) throws GeneralSecurityException {
        PrivateKey key = parse(pem);
        if (key instanceof ECPrivateKey curve && isP256(curve)) {
            return new Named("ES256", content -> sign("SHA256withECDSAinP1363Format", null, key, content));
        }
        if (key instanceof RSAPrivateKey rsa && rsa.getModulus().bitLength() >= MIN_RSA_BITS) {
            if ("PS256".equals(wanted)) {
                // A salt as long as the digest (RFC 7518 section 3.5).
                PSSParameterSpec salted = new PSSParameterSpec("SHA-256", "MGF1", MGF1ParameterSpec.SHA256, 32, 1);
                return new Named("PS256", content -> sign("RSASSA-PSS", salted, key, content));
            }
            return new Named("RS256", content -> sign("SHA256withRSA", null, key, content));
        }
        if (key.getAlgorithm().equals("EdDSA")) {
            return new Named("EdDSA", content -> sign("Ed25519", null, key, content));
        }
        throw new InvalidKeyException("the key is none of those that sign here");
    }

    private static PrivateKey parse(String pem) throws GeneralSecurityException {
        Matcher found = PEM.matcher(pem);
        if (!found.matches()) {
            throw new InvalidKeyException("the text is no PEM of PKCS#8");
        }
        byte[] content = Base64.getMimeDecoder().decode(found.group(1));
        for (String algorithm : List.of("EC", "Ed25519", "RSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(content));
            } catch (InvalidKeySpecException ofAnother) {
                // The next may be its own.
            }
        }
        throw new InvalidKeyException("the key is of no algorithm that signs here");
    }

    private static boolean isP256(ECPrivateKey key) throws GeneralSecurityException {
        AlgorithmParameters named = AlgorithmParameters.getInstance("EC");
        named.init(new ECGenParameterSpec("secp256r1"));
        ECParameterSpec curve = named.getParameterSpec(ECParameterSpec.class);
        return key.getParams().getCurve().equals(curve.getCurve()) && key.getParams().getOrder().equals(curve.getOrder());
    }

    private static byte[] sign(String name, PSSParameterSpec salted, PrivateKey key, byte[] content)
        throws GeneralSecurityException {
        Signature signature = Signature.getInstance(name);
        if (salted != null) {
            signature.setParameter(salted);
        }
        signature.initSign(key);
        signature.update(content);
        return signature.sign();
    }
}
